// A disk in memory for SQLite, for tests: it knows what has been synced and what hasn't, can fail,
// lie and tear any write, and lose its power. What was synced survives that; of what wasn't, any
// sectors may or may not. The sync of a new file syncs its directory, too, as SQLite sees to on
// Linux; until then files that were made may be gone again, and files that were removed may be
// back.
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace store_test {

// What happens at an operation that changes the disk: a write, a cut, a sync, a removal.
enum class Fault : uint8_t {
  kNone,
  kFail,   // an error; of a write a part is there, of a sync nothing is durable nor will be
  kLie,    // success, though nothing became durable
  kPower,  // the power goes, in the middle of it; nothing works until restore_power()
};

class FaultyDisk {
 public:
  explicit FaultyDisk(uint64_t seed) : random_(seed) {
    static int count = 0;
    name_ = "faulty-disk-" + std::to_string(++count);
    vfs_.iVersion = 2;
    vfs_.szOsFile = sizeof(Open);
    vfs_.mxPathname = 512;
    vfs_.zName = name_.c_str();
    vfs_.pAppData = this;
    vfs_.xOpen = open_file;
    vfs_.xDelete = [](sqlite3_vfs* vfs, const char* name, int) { return of(vfs).remove(name); };
    vfs_.xAccess = [](sqlite3_vfs* vfs, const char* name, int, int* out) {
      *out = of(vfs).exists(name) ? 1 : 0;
      return SQLITE_OK;
    };
    vfs_.xFullPathname = [](sqlite3_vfs*, const char* name, int size, char* out) {
      std::snprintf(out, static_cast<size_t>(size), "%s", name);
      return SQLITE_OK;
    };
    const sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
    vfs_.xRandomness = real->xRandomness;
    vfs_.xSleep = real->xSleep;
    vfs_.xCurrentTime = real->xCurrentTime;
    vfs_.xCurrentTimeInt64 = real->xCurrentTimeInt64;
    sqlite3_vfs_register(&vfs_, 0);
  }
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;
  ~FaultyDisk() { sqlite3_vfs_unregister(&vfs_); }

  const std::string& name() const { return name_; }
  // Asked at each operation, with its number from 0 on.
  void plan(std::function<Fault(int operation)> faults) {
    const std::lock_guard guard(mutex_);
    faults_ = std::move(faults);
    operations_ = 0;
  }
  int operations() const { return operations_; }
  bool powered() const { return power_; }
  void cut_power() { power_ = false; }
  // After all connections are closed: what survived is on the disk.
  void restore_power() {
    const std::lock_guard guard(mutex_);
    for (auto file = files_.begin(); file != files_.end();) {
      const bool there = survive(*file->second);
      file = there ? std::next(file) : files_.erase(file);
    }
    for (auto& [name, file] : removed_) {
      if (!files_.contains(name) && chance() && survive(*file)) files_[name] = file;
    }
    removed_.clear();
    power_ = true;
    faults_ = nullptr;
  }
  // The contents of a file, to be looked at and damaged. REQUIRES: it is there.
  std::string& contents(const std::string& file) { return files_.at(file)->now; }
  bool exists(const std::string& file) {
    const std::lock_guard guard(mutex_);
    return files_.contains(file);
  }
  void put(const std::string& file, std::string bytes) {
    auto made = std::make_shared<File>();
    made->durably_there = true;
    made->now = made->durable = std::move(bytes);
    files_[file] = std::move(made);
  }

 private:
  struct Change {
    size_t offset = 0;
    std::string bytes;
    bool cut = false;  // to `offset`, instead of writing there
  };
  struct File {
    bool durably_there = false;
    std::string now;
    std::string durable;
    std::vector<Change> changes;  // since the last sync
    int sync_errors = 0;
    // Locks of the file, and of the memory that its readers and writers share.
    int shared = 0;
    bool reserved = false, pending = false, exclusive = false;
    std::vector<std::unique_ptr<char[]>> memory;
    int memory_shared[SQLITE_SHM_NLOCK]{};
    bool memory_exclusive[SQLITE_SHM_NLOCK]{};
    int memory_users = 0;
  };
  struct Open {
    sqlite3_file base;
    FaultyDisk* disk;
    std::shared_ptr<File>* file;
    int level;
    int sync_errors;                      // seen
    int memory_shared, memory_exclusive;  // bits
    bool maps;
    bool temporary;
  };

  static constexpr size_t kSector = 512;

  static FaultyDisk& of(sqlite3_vfs* vfs) { return *static_cast<FaultyDisk*>(vfs->pAppData); }
  static Open& of(sqlite3_file* file) { return *reinterpret_cast<Open*>(file); }

  bool chance() { return (random_() & 1) != 0; }

  // What an operation is to do, as planned.
  Fault next_fault() {
    if (!power_) return Fault::kPower;
    const Fault fault = faults_ ? faults_(operations_) : Fault::kNone;
    ++operations_;
    if (fault == Fault::kPower) power_ = false;
    return fault;
  }

  static void apply(const Change& change, std::string& to) {
    if (change.cut) {
      if (change.offset < to.size()) to.resize(change.offset);
      return;
    }
    if (to.size() < change.offset + change.bytes.size()) {
      to.resize(change.offset + change.bytes.size());
    }
    to.replace(change.offset, change.bytes.size(), change.bytes);
  }
  // Some of the sectors that the change touches.
  void apply_torn(const Change& change, std::string& to) {
    if (change.cut) {
      if (chance()) apply(change, to);
      return;
    }
    for (size_t from = 0; from < change.bytes.size();) {
      const size_t until =
          std::min((change.offset + from) / kSector * kSector + kSector - change.offset,
                   change.bytes.size());
      if (chance()) apply({change.offset + from, change.bytes.substr(from, until - from)}, to);
      from = until;
    }
  }
  // What a power loss leaves of it. False: nothing, not even its name.
  bool survive(File& file) {
    const bool there = file.durably_there || chance();
    const int mode = static_cast<int>(random_() % 4);  // all, nothing, or some of it
    for (const Change& change : file.changes) {
      if (mode == 1) break;
      if (mode == 0) {
        apply(change, file.durable);
      } else {
        apply_torn(change, file.durable);
      }
    }
    file.now = file.durable;
    file.durably_there = there;
    file.changes.clear();
    file.shared = 0;
    file.reserved = file.pending = file.exclusive = false;
    file.memory.clear();
    std::fill(std::begin(file.memory_shared), std::end(file.memory_shared), 0);
    std::fill(std::begin(file.memory_exclusive), std::end(file.memory_exclusive), false);
    file.memory_users = 0;
    return there;
  }

  static int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* raw, int flags, int* out) {
    FaultyDisk& disk = of(vfs);
    const std::lock_guard guard(disk.mutex_);
    Open& open = of(raw);
    std::memset(&open, 0, sizeof open);
    if (!disk.power_) return SQLITE_CANTOPEN;
    std::shared_ptr<File> file;
    if (name == nullptr) {
      file = std::make_shared<File>();
      open.temporary = true;
    } else {
      const bool make = (flags & SQLITE_OPEN_CREATE) != 0;
      if (!disk.files_.contains(name) && !make) return SQLITE_CANTOPEN;
      std::shared_ptr<File>& known = disk.files_[name];
      if (known == nullptr) known = std::make_shared<File>();
      file = known;
    }
    open.disk = &disk;
    open.sync_errors = file->sync_errors;
    open.file = new std::shared_ptr<File>(std::move(file));
    open.base.pMethods = methods();
    if (out != nullptr) *out = flags;
    return SQLITE_OK;
  }
  int remove(const char* name) {
    const std::lock_guard guard(mutex_);
    const auto found = files_.find(name);
    if (found == files_.end()) return SQLITE_IOERR_DELETE_NOENT;
    const Fault fault = next_fault();
    if (fault == Fault::kFail || fault == Fault::kPower) return SQLITE_IOERR_DELETE;
    if (found->second->durably_there) removed_[name] = found->second;
    files_.erase(found);
    return SQLITE_OK;
  }
  void sync_directory() {
    removed_.clear();
    for (auto& [name, file] : files_) file->durably_there = true;
  }

  int read(Open& open, void* out, int size, sqlite3_int64 offset) {
    const std::lock_guard guard(mutex_);
    if (!power_) return SQLITE_IOERR_READ;
    const std::string& bytes = (*open.file)->now;
    const auto from = std::min(static_cast<size_t>(offset), bytes.size());
    const size_t there = std::min(static_cast<size_t>(size), bytes.size() - from);
    std::memcpy(out, bytes.data() + from, there);
    if (there == static_cast<size_t>(size)) return SQLITE_OK;
    std::memset(static_cast<char*>(out) + there, 0, static_cast<size_t>(size) - there);
    return SQLITE_IOERR_SHORT_READ;
  }
  int change(Open& open, Change change) {
    const std::lock_guard guard(mutex_);
    File& file = **open.file;
    if (open.temporary) {
      apply(change, file.now);
      return power_ ? SQLITE_OK : SQLITE_IOERR_WRITE;
    }
    const bool dead = !power_;
    const Fault fault = next_fault();
    if (dead) return SQLITE_IOERR_WRITE;
    if (fault == Fault::kFail || fault == Fault::kPower) {
      if (change.cut) return SQLITE_IOERR_TRUNCATE;
      change.bytes.resize(random_() % (change.bytes.size() + 1));
    }
    apply(change, file.now);
    file.changes.push_back(std::move(change));
    if (fault == Fault::kPower) return SQLITE_IOERR_WRITE;
    return fault == Fault::kFail ? (chance() ? SQLITE_FULL : SQLITE_IOERR_WRITE) : SQLITE_OK;
  }
  int sync(Open& open) {
    const std::lock_guard guard(mutex_);
    if (open.temporary) return SQLITE_OK;
    File& file = **open.file;
    if (power_ && open.sync_errors != file.sync_errors) {
      open.sync_errors = file.sync_errors;
      return SQLITE_IOERR_FSYNC;
    }
    switch (next_fault()) {
      case Fault::kNone:
        for (const Change& change : file.changes) apply(change, file.durable);
        file.changes.clear();
        if (!file.durably_there) sync_directory();
        return SQLITE_OK;
      case Fault::kLie:
        return SQLITE_OK;
      case Fault::kFail:
        // As Linux does it: what could not be written counts as written from now on, and
        // whoever has the file open is told so once.
        open.sync_errors = ++file.sync_errors;
        for (const Change& change : file.changes) {
          if (chance()) apply(change, file.durable);
        }
        file.changes.clear();
        return SQLITE_IOERR_FSYNC;
      case Fault::kPower:
        break;
    }
    return SQLITE_IOERR_FSYNC;
  }

  int lock(Open& open, int level) {
    const std::lock_guard guard(mutex_);
    File& file = **open.file;
    if (level <= open.level) return SQLITE_OK;
    if (level == SQLITE_LOCK_SHARED) {
      if (file.pending || file.exclusive) return SQLITE_BUSY;
      ++file.shared;
    } else if (level == SQLITE_LOCK_RESERVED) {
      if (file.reserved || file.pending || file.exclusive) return SQLITE_BUSY;
      file.reserved = true;
    } else {
      if (open.level < SQLITE_LOCK_RESERVED && (file.reserved || file.pending || file.exclusive)) {
        return SQLITE_BUSY;
      }
      if (open.level < SQLITE_LOCK_RESERVED) file.reserved = true;
      if (file.shared > 1) {
        file.pending = true;
        open.level = SQLITE_LOCK_PENDING;
        return SQLITE_BUSY;
      }
      file.exclusive = true;
    }
    open.level = level;
    return SQLITE_OK;
  }
  int unlock(Open& open, int level) {
    const std::lock_guard guard(mutex_);
    File& file = **open.file;
    if (open.level >= SQLITE_LOCK_RESERVED && level < SQLITE_LOCK_RESERVED) {
      file.reserved = file.pending = file.exclusive = false;
    }
    if (open.level >= SQLITE_LOCK_SHARED && level < SQLITE_LOCK_SHARED) --file.shared;
    open.level = level;
    return SQLITE_OK;
  }

  int map(Open& open, int page, int size, int extend, void volatile** out) {
    const std::lock_guard guard(mutex_);
    File& file = **open.file;
    if (!open.maps) {
      open.maps = true;
      ++file.memory_users;
    }
    *out = nullptr;
    while (file.memory.size() <= static_cast<size_t>(page)) {
      if (extend == 0) return SQLITE_OK;
      file.memory.push_back(std::make_unique<char[]>(static_cast<size_t>(size)));
    }
    *out = file.memory[static_cast<size_t>(page)].get();
    return SQLITE_OK;
  }
  int lock_memory(Open& open, int from, int count, int flags) {
    const std::lock_guard guard(mutex_);
    File& file = **open.file;
    const bool take = (flags & SQLITE_SHM_LOCK) != 0;
    const bool alone = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
    for (int i = from; i < from + count; ++i) {
      const int own = (open.memory_shared >> i) & 1;
      if (take && (file.memory_exclusive[i] || (alone && file.memory_shared[i] > own))) {
        return SQLITE_BUSY;
      }
    }
    for (int i = from; i < from + count; ++i) {
      const int bit = 1 << i;
      if (take && alone) {
        file.memory_exclusive[i] = true;
        open.memory_exclusive |= bit;
      } else if (take) {
        if ((open.memory_shared & bit) == 0) ++file.memory_shared[i];
        open.memory_shared |= bit;
      } else {
        release(open, file, i);
      }
    }
    return SQLITE_OK;
  }
  static void release(Open& open, File& file, int i) {
    const int bit = 1 << i;
    if ((open.memory_exclusive & bit) != 0) file.memory_exclusive[i] = false;
    if ((open.memory_shared & bit) != 0) --file.memory_shared[i];
    open.memory_exclusive &= ~bit;
    open.memory_shared &= ~bit;
  }
  int unmap(Open& open) {
    const std::lock_guard guard(mutex_);
    File& file = **open.file;
    if (!open.maps) return SQLITE_OK;
    for (int i = 0; i < SQLITE_SHM_NLOCK; ++i) release(open, file, i);
    open.maps = false;
    if (--file.memory_users == 0) file.memory.clear();
    return SQLITE_OK;
  }

  static const sqlite3_io_methods* methods() {
    static const sqlite3_io_methods all = [] {
      sqlite3_io_methods m{};
      m.iVersion = 2;
      m.xClose = [](sqlite3_file* file) {
        Open& open = of(file);
        open.disk->unmap(open);
        open.disk->unlock(open, SQLITE_LOCK_NONE);
        delete open.file;
        return SQLITE_OK;
      };
      m.xRead = [](sqlite3_file* file, void* out, int size, sqlite3_int64 offset) {
        return of(file).disk->read(of(file), out, size, offset);
      };
      m.xWrite = [](sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
        return of(file).disk->change(
            of(file), {static_cast<size_t>(offset),
                       std::string(static_cast<const char*>(from), static_cast<size_t>(size))});
      };
      m.xTruncate = [](sqlite3_file* file, sqlite3_int64 size) {
        return of(file).disk->change(of(file), {static_cast<size_t>(size), {}, true});
      };
      m.xSync = [](sqlite3_file* file, int) { return of(file).disk->sync(of(file)); };
      m.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
        const std::lock_guard guard(of(file).disk->mutex_);
        *size = static_cast<sqlite3_int64>((*of(file).file)->now.size());
        return SQLITE_OK;
      };
      m.xLock = [](sqlite3_file* file, int level) { return of(file).disk->lock(of(file), level); };
      m.xUnlock = [](sqlite3_file* file, int level) {
        return of(file).disk->unlock(of(file), level);
      };
      m.xCheckReservedLock = [](sqlite3_file* file, int* out) {
        const std::lock_guard guard(of(file).disk->mutex_);
        *out = (*of(file).file)->reserved ? 1 : 0;
        return SQLITE_OK;
      };
      m.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
      m.xSectorSize = [](sqlite3_file*) { return static_cast<int>(kSector); };
      m.xDeviceCharacteristics = [](sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; };
      m.xShmMap = [](sqlite3_file* file, int page, int size, int extend, void volatile** out) {
        return of(file).disk->map(of(file), page, size, extend, out);
      };
      m.xShmLock = [](sqlite3_file* file, int from, int count, int flags) {
        return of(file).disk->lock_memory(of(file), from, count, flags);
      };
      m.xShmBarrier = [](sqlite3_file* file) {
        const std::lock_guard guard(of(file).disk->mutex_);
      };
      m.xShmUnmap = [](sqlite3_file* file, int) { return of(file).disk->unmap(of(file)); };
      return m;
    }();
    return &all;
  }

  std::mutex mutex_;
  std::mt19937_64 random_;
  std::string name_;
  sqlite3_vfs vfs_{};
  std::map<std::string, std::shared_ptr<File>> files_;
  std::map<std::string, std::shared_ptr<File>> removed_;  // since the directory was synced
  std::function<Fault(int)> faults_;
  std::atomic<int> operations_{0};
  std::atomic<bool> power_{true};
};

}  // namespace store_test
