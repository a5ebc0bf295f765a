#include "lab/open_mpi.h"

#include <dlfcn.h>

namespace lab {

std::unique_ptr<OpenMpi> OpenMpi::load(std::string& problem) {
  void* library = nullptr;
  // Its parts look for its names, so they must be there for all. It stays until the program ends.
  for (const char* name : {"libmpi.so.40", "libmpi.so"}) {
    library = ::dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    if (library != nullptr) break;
    problem = ::dlerror();
  }
  if (library == nullptr) return nullptr;
  auto mpi = std::make_unique<OpenMpi>();
  const auto find = [&](const char* name, auto& place) {
    place = reinterpret_cast<std::remove_reference_t<decltype(place)>>(::dlsym(library, name));
    if (place == nullptr) problem = std::string(name) + " is not there: it is no Open MPI";
    return place != nullptr;
  };
  const bool all = find("MPI_Init_thread", mpi->init) && find("MPI_Finalize", mpi->finalize) &&
                   find("MPI_Comm_rank", mpi->rank) && find("MPI_Comm_size", mpi->size) &&
                   find("MPI_Isend", mpi->send) && find("MPI_Test", mpi->test) &&
                   find("MPI_Iprobe", mpi->probe) && find("MPI_Recv", mpi->receive) &&
                   find("MPI_Get_count", mpi->count) && find("ompi_mpi_comm_world", mpi->world) &&
                   find("ompi_mpi_byte", mpi->byte);
  return all ? std::move(mpi) : nullptr;
}

}  // namespace lab
