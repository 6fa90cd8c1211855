"""Reports: what came of series, as one HTML file."""
