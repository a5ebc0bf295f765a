// Handles that can be checked. An object has a slot, and a handle names the slot, the kind of
// object and how often the slot was used before: so a handle that was freed, or never made, leads
// to nothing instead of to somebody else's memory.
//
//   id   63 ........ 36 | 35 .. 32 | 31 ......... 0
//         use, from 1   |   kind   |      slot
//
// Looking up takes no lock: slots stand in blocks that are never moved or freed. Making and freeing
// take a short one. Whoever frees an object while another thread uses it gets what they asked for.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace bindings {

enum class Kind : uint8_t { kEdition = 1, kTable, kBot, kVector };

// Of one kind of object.
template <class T, Kind kind>
class Handles {
 public:
  // 0 when there are too many.
  uint64_t add(std::unique_ptr<T> object) {
    const Lock lock(busy_);
    uint32_t slot = used_;
    if (!free_.empty()) {
      slot = free_.back();
      free_.pop_back();
    } else {
      if (used_ == kBlocks * kBlockSize) return 0;
      if (used_ % kBlockSize == 0) blocks_[used_ / kBlockSize] = new Block;
      ++used_;
    }
    Slot& place = *find_slot(slot);
    const uint32_t use = (place.last_use + 1) & kUses;
    place.last_use = use != 0 ? use : 1;
    place.object = object.release();
    const uint64_t id =
        uint64_t{place.last_use} << 36 | uint64_t{static_cast<uint8_t>(kind)} << 32 | slot;
    place.id.store(id, std::memory_order_release);
    return id;
  }

  // nullptr: a handle of nothing.
  T* find(uint64_t id) const {
    const Slot* slot = id != 0 ? find_slot(static_cast<uint32_t>(id)) : nullptr;
    if (slot == nullptr || slot->id.load(std::memory_order_acquire) != id) return nullptr;
    return slot->object;
  }

  bool free(uint64_t id) {
    std::unique_ptr<T> object;  // goes when nobody waits for the lock any more
    {
      const Lock lock(busy_);
      if (find(id) == nullptr) return false;
      Slot& slot = *find_slot(static_cast<uint32_t>(id));
      slot.id.store(0, std::memory_order_release);
      object.reset(slot.object);
      slot.object = nullptr;
      free_.push_back(static_cast<uint32_t>(id));
    }
    return true;
  }

 private:
  static constexpr uint32_t kBlockSize = 1024;
  static constexpr uint32_t kBlocks = 4096;
  static constexpr uint32_t kUses = (1u << 28) - 1;

  struct Slot {
    std::atomic<uint64_t> id = 0;  // 0: empty
    uint32_t last_use = 0;
    T* object = nullptr;
  };
  using Block = std::array<Slot, kBlockSize>;

  class Lock {
   public:
    explicit Lock(std::atomic_flag& busy) : busy_(busy) {
      while (busy_.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Lock() { busy_.clear(std::memory_order_release); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    std::atomic_flag& busy_;
  };

  Slot* find_slot(uint32_t slot) const {
    if (slot >= kBlocks * kBlockSize) return nullptr;
    Block* block = blocks_[slot / kBlockSize].load(std::memory_order_acquire);
    return block != nullptr ? &(*block)[slot % kBlockSize] : nullptr;
  }

  std::array<std::atomic<Block*>, kBlocks> blocks_{};
  uint32_t used_ = 0;  // slots that were ever used
  std::vector<uint32_t> free_;
  std::atomic_flag busy_;
};

}  // namespace bindings
