#include "quadrille/search/solver_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace quadrille::search {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

}  // namespace

TableMemory::TableMemory(std::size_t bytes) : bytes_(std::max<std::size_t>(bytes, 4096)) {
    if (bytes_ < huge_page) {
        words_ = static_cast<std::uint64_t*>(std::calloc(bytes_, 1));
        if (words_ == nullptr) throw std::bad_alloc();
        return;
    }
    mapping_ = mmap(nullptr, bytes_ + huge_page, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping_ == MAP_FAILED) throw std::bad_alloc();
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    words_ = reinterpret_cast<std::uint64_t*>((address + huge_page - 1) & ~(huge_page - 1));
#ifdef MADV_HUGEPAGE
    // Touching every small page, and finding it again, would cost more than the search itself.
    madvise(words_, bytes_, MADV_HUGEPAGE);
#endif
}

TableMemory::~TableMemory() {
    if (mapping_ != nullptr)
        munmap(mapping_, bytes_ + huge_page);
    else
        std::free(words_);
}

}  // namespace quadrille::search
