import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy before a TCP server that can be made deaf. */
interface Proxy {
  port: number
  /** Takes connections and bytes from now on and hands on none, in both directions. */
  hang(): void
  /** Hands on what was held back, and everything from now on. */
  goOn(): void
  /** Connections that were ever opened. */
  readonly opened: number
  close(): Promise<void>
}

/** Opens a proxy before a port of this machine. */
export async function aProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let hung = false
  let opened = 0
  let held: (() => void)[] = []
  const pass = (to: Socket, chunk: Buffer) => {
    const write = () => to.destroyed || to.write(chunk)
    if (hung) held.push(write)
    else write()
  }
  const server = createServer((client) => {
    opened++
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true })
    client.setNoDelay(true)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (chunk: Buffer) => pass(other, chunk))
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    hang() {
      hung = true
    },
    goOn() {
      hung = false
      const now = held
      held = []
      for (const write of now) write()
    },
    get opened() {
      return opened
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
