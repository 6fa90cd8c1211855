#!/usr/bin/env bash
# Makes a virtual environment for this project and installs the project into it.
#
#   tools/setup.sh play       .venv with what playing needs
#   tools/setup.sh dev        .venv with the tools for tests and lint as well; satisfies `play`
#   tools/setup.sh sanitize   .venv-asan: `dev` with a Debug build, assertions, ASan and UBSan
#
# Safe to run at any time: nothing happens while pyproject.toml, the C++ sources and the
# interpreter are unchanged. PYTHON, CXX and CXXFLAGS choose the interpreter, the compiler and its
# flags. Only `dev` and `sanitize` stop at compiler warnings. Missing system packages are installed
# where that is allowed; otherwise the line to run is printed and the exit code is 2.
set -euo pipefail
export LC_ALL=C.UTF-8

say() { printf 'setup: %s\n' "$*" >&2; }
die() {
    say "$@"
    exit 2
}

mode=${1:-}
case $mode in
    play | dev) venv=.venv ;;
    sanitize) venv=.venv-asan ;;
    *) die "expected play, dev or sanitize, got '$mode'" ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$(pwd -P)
stamp=$venv/.setup-stamp
exec </dev/null # what is piped into `make play` belongs to the game

# Another active environment, or settings made for one, must not leak into ours.
unset VIRTUAL_ENV PYTHONHOME PYTHONPATH PIP_TARGET PIP_PREFIX
export PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1

# --- 1. Is there anything to do? ---------------------------------------------------------

# One line that names an interpreter: version and place.
describe_python() {
    "$1" -I -c 'import sys; print(*sys.version_info[:3], sys.base_prefix)' 2>/dev/null
}

# sha256 over the paths and contents of all that decides the build, and the interpreter $1.
fingerprint() {
    {
        printf '%s\n' "$1"
        {
            printf '%s\0' pyproject.toml CMakeLists.txt tools/setup.sh tests/web/package-lock.json
            [[ ! -d cmake ]] || find cmake -type f -print0
            find src -type f \( -name '*.[ch]pp' -o -name '*.cmake' -o -name '*.in' \) -print0
        } | sort -z | xargs -0 sha256sum
    } | sha256sum | cut -d' ' -f1
}

# Which compiler was asked for, and how to call it; empty if nothing was asked for.
asked_compiler="${CXX:-}${CXXFLAGS:+ $CXXFLAGS}"

# The stamp is written last, so it vouches for the whole: what was set up, where, from what.
up_to_date() {
    [[ -f $stamp && -x $venv/bin/quadrille ]] || return 1
    local interpreter lines
    mapfile -t lines <"$stamp"
    [[ ${lines[0]:-} == "$mode" || ${lines[0]:-} == dev && $mode == play ]] || return 1
    [[ ${lines[1]:-} == "$root" ]] || return 1
    interpreter=$(describe_python "$venv/bin/python") || return 1
    [[ -z ${PYTHON:-} || $interpreter == "$(describe_python "$PYTHON")" ]] || return 1
    [[ -z $asked_compiler || ${lines[3]:-} == "$asked_compiler" ]] || return 1
    [[ ${lines[2]:-} == "$(fingerprint "$interpreter")" ]]
}

# Children inherit the lock: if this script alone is killed, the next one waits for them too.
take_lock() {
    exec 9>>"$venv.lock"
    flock --nonblock 9 || {
        say "another set-up is running; waiting for it"
        flock 9
    }
}

# --- 2. What the system has to provide ---------------------------------------------------

packages=() # Debian packages that are missing

# Prints path, prefix, version and the missing parts of an interpreter of 3.11 or newer.
probe_python() {
    "$1" -I - <<'PY' 2>/dev/null
import os, sys, sysconfig

if sys.version_info < (3, 11):
    sys.exit(1)
missing = []
if not os.path.exists(os.path.join(sysconfig.get_config_var("INCLUDEPY"), "Python.h")):
    missing.append("dev")
try:
    import ensurepip, venv
except ImportError:
    missing.append("venv")
print(sys.executable, sys.base_prefix, "%d.%d" % sys.version_info[:2], " ".join(missing), sep="\n")
PY
}

# Sets python, preferring an interpreter that lacks nothing; adds to packages what is missing.
find_python() {
    local candidate candidates=(python3.13 python3.12 python3.11 python3) found part
    python=
    [[ -z ${PYTHON:-} ]] || candidates=("$PYTHON")
    for candidate in "${candidates[@]}"; do
        mapfile -t found <<<"$(probe_python "$candidate")"
        [[ ${#found[@]} -ge 3 ]] || continue
        if [[ -z ${found[3]:-} ]]; then
            python=${found[0]}
            packages=()
            return
        fi
        # Only the system's own Python can be completed by system packages.
        if [[ -z $python && ${found[1]} == /usr ]]; then
            python=${found[0]}
            for part in ${found[3]}; do packages+=("python${found[2]}-$part"); done
        fi
    done
    [[ -z $python ]] || return 0
    [[ -z ${PYTHON:-} ]] ||
        die "PYTHON='$PYTHON' is not a Python 3.11 or newer with headers (Python.h) and venv"
    local name=python3 version
    version=$(apt-cache policy python3 2>/dev/null) || version=
    version=$(sed -n 's/ *Candidate: \([0-9.]*\).*/\1/p' <<<"$version")
    if [[ -n $version && $(printf '%s\n' 3.11 "$version" | sort -V | head -n 1) != 3.11 ]]; then
        name=python3.11 # the default of this release is older
    fi
    packages+=("$name" "$name-dev" "$name-venv")
}

# Whether the command in $1 compiles C++20 and is g++ 11, clang 14 or newer.
compiles_cxx20() {
    local command
    read -ra command <<<"$1" # CXX may carry arguments, as in "ccache g++"
    "${command[@]}" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null <<'CPP'
#include <bit>
#include <concepts>
#include <span>
#if defined(__clang__) ? __clang_major__ < 14 : __GNUC__ < 11
#error too old
#endif
template <std::integral T> int count(std::span<T> s) { return std::popcount(s.size()); }
CPP
}

# Sets and exports CXX, or adds the compiler to packages.
find_compiler() {
    local candidate candidates=(c++ g++ clang++ g++-1{5..1})
    if [[ -n ${CXX:-} ]]; then
        compiles_cxx20 "$CXX" ||
            die "CXX='$CXX' is not a C++20 compiler (g++ 11, clang 14 or newer)"
        return
    fi
    [[ $mode != sanitize ]] || candidates=(g++ g++-1{5..1}) # its runtime is preloaded in tests
    for candidate in "${candidates[@]}"; do
        if compiles_cxx20 "$candidate"; then
            export CXX=$candidate
            return
        fi
    done
    packages+=(g++)
}

# The long tests compile with clang too.
find_clang() {
    [[ $mode != sanitize ]] || command -v clang++ >/dev/null || packages+=(clang)
}

# The long tests count instructions.
find_valgrind() {
    [[ $mode != sanitize ]] || command -v valgrind >/dev/null || packages+=(valgrind)
}

# The tests start a PostgreSQL server of their own; Debian keeps its programs out of PATH.
find_postgres() {
    [[ $mode != play ]] || return 0
    command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null ||
        packages+=(postgresql)
}

# The tests run the scripts of pages and check their types.
find_node() {
    [[ $mode != play ]] || return 0
    command -v node >/dev/null || packages+=(nodejs)
    command -v npm >/dev/null || packages+=(npm)
}

# The tests open the page in a browser. Ubuntu's own package of it needs snap, which containers
# lack: there Playwright brings one.
find_browser() {
    [[ $mode != play ]] || return 0
    local candidate
    for candidate in chromium chromium-browser google-chrome; do
        ! command -v "$candidate" >/dev/null || return 0
    done
    if grep -qx 'ID=debian' /etc/os-release 2>/dev/null; then
        packages+=(chromium)
    else
        bring_browser=yes
    fi
}

# Debian makes and starts a server when PostgreSQL is installed, which nobody asked for: while
# this file is there it does not. Servers that exist, and later installations, are not concerned.
no_server=/etc/postgresql-common/createcluster.d/quadrille-setup.conf

install_packages() {
    local line="apt-get install -y ${packages[*]}"
    sudo=()
    command -v apt-get >/dev/null || die "missing (by their Debian names): ${packages[*]}"
    if [[ $EUID -ne 0 ]]; then
        if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
            say "system packages are missing; run this line, then try again:"
            printf 'sudo %s\n' "$line" >&2
            exit 2
        fi
        sudo=(sudo -n)
    fi
    local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive
        apt-get -qq -o DPkg::Lock::Timeout=300)
    local install=("${apt[@]}" install -y --no-upgrade --no-install-recommends "${packages[@]}")
    say "installing system packages: ${packages[*]}"
    if [[ " ${packages[*]} " == *" postgresql "* ]]; then
        trap '"${sudo[@]}" rm -f "$no_server"' EXIT
        "${sudo[@]}" mkdir -p "${no_server%/*}"
        printf 'create_main_cluster = off\n' | "${sudo[@]}" tee "$no_server" >/dev/null
    fi
    # The first try fails where the package lists are missing or stale.
    if ! "${install[@]}" >/dev/null 2>&1 9>&-; then
        if ! { "${apt[@]}" update && "${install[@]}"; } >/dev/null 9>&-; then
            say "that failed; once this line works, try again:"
            printf 'sudo %s\n' "$line" >&2
            exit 2
        fi
    fi
    "${sudo[@]}" rm -f "$no_server"
    trap - EXIT
}

check_system() {
    find_python
    find_compiler
    find_clang
    find_valgrind
    find_postgres
    find_node
    find_browser
    command -v make >/dev/null || packages+=(make)
    [[ ${#packages[@]} -gt 0 ]] || return 0
    install_packages
    packages=()
    find_python
    find_compiler
    find_clang
    find_valgrind
    find_postgres
    find_node
    find_browser
    [[ ${#packages[@]} -eq 0 ]] || die "the installed ${packages[*]} is too old or incomplete"
}

# --- 3. The environment ------------------------------------------------------------------

# Whether the environment was made here, by the chosen interpreter, and no installed package
# is incomplete. Moved folders and set-ups that were killed half-way fail this.
venv_is_sound() {
    [[ -x $venv/bin/python && -f $venv/bin/pip ]] || return 1
    grep -qF "$root/$venv/bin/python" "$venv/bin/pip" || return 1
    [[ -z ${PYTHON:-} ]] ||
        [[ $(describe_python "$venv/bin/python") == "$(describe_python "$PYTHON")" ]] || return 1
    "$venv/bin/python" -I - "$root/$venv" <<'PY' 2>/dev/null
import sys, sysconfig
from importlib.metadata import distributions

assert sys.prefix == sys.argv[1]
names = set()
for package in distributions(path=[sysconfig.get_path("purelib")]):
    names.add(package.metadata["Name"])
    assert package.files is not None  # the list of files is what an installer writes last
    if package.metadata["Name"] == "quadrille-lab":
        continue  # installed anew in any case
    for file in package.files:
        if file.size is not None and file.suffix != ".pyc":
            assert file.locate().stat().st_size == file.size
assert "pip" in names and None not in names
PY
}

make_venv() {
    if [[ -e $venv || -L $venv ]]; then
        say "$venv is incomplete, moved or of another Python; making it anew"
        rm -rf "$venv"
    fi
    say "making $venv with $python"
    "$python" -m venv "$root/$venv"
}

# The environment's pip; all its words go to standard error.
install() { "$venv/bin/python" -I -m pip install -qq "$@" >&2; }

# What the build needs, as the project and its build backend declare it. The backend asks for
# cmake and ninja only where the system has none that is new enough.
install_build_requirements() {
    local lines names
    lines=$("$venv/bin/python" -I -c '
import tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["build-system"]["requires"], sep="\n")')
    mapfile -t names <<<"$lines"
    install "pip>=23.1" "${names[@]}"
    lines=$("$venv/bin/python" -I -c '
from scikit_build_core.build import get_requires_for_build_editable as needs
print(*needs(), sep="\n")')
    [[ -n $lines ]] || return 0
    mapfile -t names <<<"$lines"
    install "${names[@]}"
}

install_project() {
    local project='.[web]' settings=()
    [[ $mode == play ]] || project='.[dev]'
    [[ $mode == play ]] ||
        settings+=(--config-settings=cmake.define.QUADRILLE_WARNINGS_ARE_ERRORS=ON)
    [[ $mode != sanitize ]] || settings+=(
        --config-settings=build-dir=build/asan
        --config-settings=cmake.build-type=Debug
        --config-settings=cmake.define.QUADRILLE_SANITIZE=ON
    )
    # Under its former name the project would stay beside itself.
    "$venv/bin/python" -I -m pip uninstall -qq --yes quadrille >&2
    install --no-build-isolation "${settings[@]}" --editable "$project"
}

# Tools for the page's scripts, and a browser where the system has none.
install_page_tools() {
    [[ $mode != play ]] || return 0
    npm ci --prefix tests/web --no-audit --no-fund --loglevel=error >&2
    "$venv/bin/python" tools/solara_assets.py >&2
    [[ -z ${bring_browser:-} ]] || "$venv/bin/python" -m playwright install --with-deps chromium >&2
}

# --- 4. All together ---------------------------------------------------------------------

! up_to_date || exit 0
take_lock
! up_to_date || exit 0

check_system
# An environment that once had the tools keeps them.
if [[ $mode == play && -f $stamp && $(head -n 1 "$stamp") == dev ]]; then mode=dev; fi
rm -f "$stamp"
# CMake keeps the compiler of a build folder; another one needs a fresh folder.
if [[ -n $asked_compiler && $(cat build/.compiler 2>/dev/null) != "$asked_compiler" ]]; then
    rm -rf build
    mkdir build
    printf '%s\n' "$asked_compiler" >build/.compiler
fi

venv_is_sound || make_venv
export PATH="$root/$venv/bin:$PATH"
before=$(fingerprint "$(describe_python "$venv/bin/python")")
say "installing what the build needs"
install_build_requirements
say "building the project and installing it into $venv (a minute or two the first time)"
install_project
install_page_tools

printf '%s\n' "$mode" "$root" "$before" "$asked_compiler" >"$stamp.new"
mv "$stamp.new" "$stamp"
say "done"
