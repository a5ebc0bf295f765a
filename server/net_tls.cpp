// Connections over TLS; apart from the others because it doubles the price of compiling them.
#include <boost/asio/ssl.hpp>
#include <boost/beast/ssl.hpp>

#include "server/net_socket.h"

namespace server {

class Tls {
 public:
  asio::ssl::context context{asio::ssl::context::tls_server};
};

TlsPtr make_tls(const std::string& cert, const std::string& key, std::string& problem) {
  auto tls = std::make_shared<Tls>();
  error_code error;
  tls->context.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                               asio::ssl::context::no_tlsv1_1,
                           error);
  SSL_CTX_set_mode(tls->context.native_handle(), SSL_MODE_RELEASE_BUFFERS);
  tls->context.use_certificate_chain_file(cert, error);
  if (error) {
    problem = cert + ": no certificate can be read from it (" + error.message() + ")";
    return nullptr;
  }
  tls->context.use_private_key_file(key, asio::ssl::context::pem, error);
  if (error) {
    problem =
        key + ": no private key for this certificate can be read from it (" + error.message() + ")";
    return nullptr;
  }
  return tls;
}

Task<void> serve_tls(TcpStream stream, TlsPtr tls, NetShared& shared, Gate::Visit& visit,
                     std::string address) {
  using Secure = beast::ssl_stream<TcpStream>;
  Secure secure(std::move(stream), tls->context);
  visit.drop = [&secure] { close_now(secure); };
  beast::get_lowest_layer(secure).expires_after(
      std::chrono::milliseconds(shared.options.request_patience));
  auto [error] = co_await secure.async_handshake(asio::ssl::stream_base::server, await);
  if (error) co_return;
  auto upgrade = co_await serve_requests(secure, shared, visit, address, true);
  if (upgrade == nullptr) co_return;
  const auto peer = std::make_shared<WebSocketPeer<Secure>>(std::move(secure), shared);
  co_await peer->serve(std::move(upgrade), visit);
}

}  // namespace server
