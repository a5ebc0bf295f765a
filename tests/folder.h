// A folder of a test's own that goes away with it.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace tests {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "stamtafel-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name, std::string_view text) const {
    const std::string path = at(name);
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string at(const std::string& name) const { return (path_ / name).string(); }
  size_t size() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(path_),
                                             std::filesystem::directory_iterator{}));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace tests
