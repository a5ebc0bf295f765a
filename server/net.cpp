#include "server/net.h"

#include <boost/asio/signal_set.hpp>

#include "server/net_session.h"

namespace server {

struct Net::Parts {
  explicit Parts(NetOptions wanted) : options(std::move(wanted)), acceptor(io) {}

  NetOptions options;
  asio::io_context io{1};
  asio::basic_socket_acceptor<Tcp, Executor> acceptor;
  TlsPtr tls;
};

namespace {

Task<void> serve_one(Socket socket, Tls* tls, Hall& hall) {
  error_code error;
  const auto end = socket.remote_endpoint(error);
  std::string address = error ? std::string() : end.address().to_string();
  socket.set_option(Tcp::no_delay(true), error);
  TcpStream stream(std::move(socket));
  if (tls != nullptr) {
    co_await serve_tls(std::move(stream), *tls, hall, std::move(address));
  } else {
    co_await serve_connection(std::move(stream), hall, std::move(address));
  }
  --hall.connections;
}

template <class Acceptor>
Task<void> accept_all(Acceptor& acceptor, Tls* tls, Hall& hall) {
  Timer pause(acceptor.get_executor());
  while (!hall.stopping) {
    auto [error, socket] = co_await acceptor.async_accept(await);
    if (hall.stopping) break;
    if (error) {  // too many open files, for one: others will be closed
      pause.expires_after(std::chrono::milliseconds(20));
      co_await pause.async_wait(await);
      continue;
    }
    if (hall.connections >= hall.options.connections) continue;  // closes it
    ++hall.connections;
    asio::co_spawn(acceptor.get_executor(), serve_one(Socket(std::move(socket)), tls, hall),
                   asio::detached);
  }
}

Task<void> tick_on(Hall& hall, Executor executor) {
  Timer timer(executor);
  while (!hall.stopping) {
    timer.expires_after(std::chrono::milliseconds(hall.options.tick_ms));
    co_await timer.async_wait(await);
    if (!hall.stopping) hall.handler.tick();
  }
}

}  // namespace

Net::Net(NetOptions options) : parts_(std::make_unique<Parts>(std::move(options))) {}
Net::~Net() = default;

std::string Net::listen() {
  const NetOptions& options = parts_->options;
  error_code error;
  const auto address = asio::ip::make_address(options.bind, error);
  if (error) return "'" + options.bind + "' is no address to bind to (127.0.0.1, ::1, 0.0.0.0, …)";
  if (!options.tls_cert.empty()) {
    std::string problem;
    parts_->tls = make_tls(options.tls_cert, options.tls_key, problem);
    if (parts_->tls == nullptr) return problem;
  }
  const Tcp::endpoint end(address, options.port);
  auto& acceptor = parts_->acceptor;
  acceptor.open(end.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(end, error);
  if (!error) acceptor.listen(4096, error);
  if (!error) return {};
  return "can't listen on " + options.bind + ":" + std::to_string(options.port) + ": " +
         error.message();
}

uint16_t Net::port() const {
  error_code error;
  const auto end = parts_->acceptor.local_endpoint(error);
  return error ? 0 : end.port();
}

void Net::run(Handler& handler, const std::function<void()>& stopping) {
  Hall hall{handler, parts_->options};
  asio::io_context& io = parts_->io;
  asio::co_spawn(io.get_executor(), accept_all(parts_->acceptor, parts_->tls.get(), hall),
                 asio::detached);
  asio::co_spawn(io.get_executor(), tick_on(hall, io.get_executor()), asio::detached);
  asio::signal_set signals(io);
  if (parts_->options.catch_signals) {
    signals.add(SIGINT);
    signals.add(SIGTERM);
    signals.async_wait([this](error_code error, int) {
      if (!error) stop();
    });
  }
  io.run();
  // Stopped: goodbyes are said, and get a moment to arrive.
  hall.stopping = true;
  stopping();
  error_code ignored;
  parts_->acceptor.close(ignored);
  signals.cancel(ignored);
  io.restart();
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
  while (hall.connections > 0 && std::chrono::steady_clock::now() < end) {
    io.run_one_for(std::chrono::milliseconds(50));
  }
  io.stop();
}

void Net::stop() { parts_->io.stop(); }

void Net::post(std::function<void()> work) { asio::post(parts_->io, std::move(work)); }

}  // namespace server
