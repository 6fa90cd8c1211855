#include "quadrille/search/bind_samples.hpp"

namespace quadrille::search {

namespace {

// A numpy array that owns the numbers.
template <class Number>
nb::object owned_array(std::vector<Number> values, std::size_t rows, bool is_table) {
    auto* kept = new std::vector<Number>(std::move(values));
    const nb::capsule owner(kept,
                            [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
    const std::size_t size = kept->size();
    if (!is_table) return nb::cast(nb::ndarray<nb::numpy, Number>(kept->data(), {size}, owner));
    return nb::cast(nb::ndarray<nb::numpy, Number>(
        kept->data(), {rows, size / std::max<std::size_t>(rows, 1)}, owner));
}

}  // namespace

nb::dict batch_to_python(Batch batch, std::size_t rows, std::size_t inputs) {
    nb::dict result;
    const bool sparse = batch.offsets.size() == rows + 1 && batch.dense.empty();
    if (sparse) {
        result["indices"] = owned_array(std::move(batch.indices), rows, false);
        result["offsets"] = owned_array(std::move(batch.offsets), rows, false);
    } else {
        result["dense"] = owned_array(std::move(batch.dense), rows, true);
    }
    result["inputs"] = inputs;
    result["values"] = owned_array(std::move(batch.values), rows, true);
    result["weights"] = owned_array(std::move(batch.weights), rows, false);
    const bool over_moves = batch.legal.empty();
    result["policy"] = owned_array(std::move(batch.policy), rows, !over_moves);
    if (over_moves) {
        result["move_indices"] = owned_array(std::move(batch.move_indices), rows, false);
        result["move_offsets"] = owned_array(std::move(batch.move_offsets), rows, false);
        result["move_rows"] = owned_array(std::move(batch.move_rows), rows, false);
    } else {
        result["legal"] = owned_array(std::move(batch.legal), rows, true);
    }
    return result;
}

}  // namespace quadrille::search
