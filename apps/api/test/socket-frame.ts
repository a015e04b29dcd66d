import WebSocket from 'ws';

const PATIENCE_MS = 10_000;

/** The first frame with something of this channel that a socket brings after it was subscribed to. `origin` is a page's address; `ca` where the certificate is a test's own. */
export function firstFrame(
  origin: string,
  { cookie, channel, ca }: { cookie: string; channel: string; ca?: Buffer },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const url = `${origin.replace(/^http/, 'ws')}/api/v1/stream`;
    const socket = new WebSocket(url, { headers: { origin, cookie }, ...(ca && { ca }) });
    const over = setTimeout(() => reject(new Error('the socket brought nothing')), PATIENCE_MS);
    socket
      .on('open', () => socket.send(JSON.stringify({ op: 'subscribe', channels: [channel] })))
      .on('message', (data) => {
        const frame = (data as Buffer).toString();
        if (!frame.includes(`"${channel}"`)) return;
        clearTimeout(over);
        socket.close();
        resolve(frame);
      })
      .on('unexpected-response', (_request, response) =>
        reject(new Error(`the socket was refused: ${response.statusCode}`)),
      )
      .on('error', reject);
  });
}
