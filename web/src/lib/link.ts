// What a connection speaks over: a WebSocket to a server, or a worker of this page with a server of
// its own (here.ts). Both carry the same messages.

export interface Link {
  onopen: () => void;
  onmessage: (text: string) => void;
  onclose: () => void;
  readonly open: boolean;
  send(text: string): void;
  close(): void;
}

export function serverLink(): Link {
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + '/ws');
  const link: Link = {
    onopen: () => {},
    onmessage: () => {},
    onclose: () => {},
    get open() {
      return socket.readyState === WebSocket.OPEN;
    },
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
  socket.onopen = () => link.onopen();
  socket.onmessage = (event) => link.onmessage(event.data as string);
  socket.onclose = () => link.onclose();
  return link;
}
