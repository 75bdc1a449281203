import { connect } from 'node:net'

/** Instructions of a load process: requests as they are written, each once, shared out among so many connections. */
export interface Load {
  port: number
  connections: number
  requests: string[]
  /** Beginning of a right answer: its status line, or its body. */
  right: string
}

/** Measurements; times in milliseconds. */
export interface Measured {
  answered: number
  right: number
  /** The first answer that was not right. */
  wrong: string | null
  seconds: number
  p50: number
  p99: number
}

async function run({ port, connections, requests, right }: Load): Promise<Measured> {
  const times: number[] = []
  const tally = { right: 0, wrong: null as string | null }
  let next = 0
  const started = performance.now()
  const drive = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sent = 0
      let held = ''
      const send = () => {
        const request = requests[next++]
        if (request === undefined) {
          socket.end()
          resolve()
          return
        }
        sent = performance.now()
        socket.write(request)
      }
      socket.setEncoding('latin1')
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk: string) => {
        held += chunk
        const head = held.indexOf('\r\n\r\n')
        if (head < 0) return
        const length = Number(/content-length: (\d+)/i.exec(held.slice(0, head))?.[1] ?? 0)
        if (held.length < head + 4 + length) return
        times.push(performance.now() - sent)
        if (held.startsWith(right) || held.startsWith(right, head + 4)) tally.right++
        else tally.wrong ??= Buffer.from(held, 'latin1').toString().slice(0, 1000)
        held = ''
        send()
      })
    })
  await Promise.all(Array.from({ length: connections }, drive))
  const seconds = (performance.now() - started) / 1000
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { answered: times.length, ...tally, seconds, p50: at(0.5), p99: at(0.99) }
}

process.on('message', async (load: Load) => process.send!(await run(load)))
process.on('disconnect', () => process.exit(0))
