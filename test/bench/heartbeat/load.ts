import { connect, type Socket } from 'node:net'

/** Instructions of a load process. */
export interface Load {
  port: number
  connections: number
  seconds: number
  /** Learners the connections share out among them; 0 requests `GET /` instead. */
  learners: number
  /** First learner and first sequence number, so that a later run continues where an earlier one stopped. */
  firstSequence: number
}

/** Measurements. */
export interface Measured {
  answered: number
  accepted: number
  refused: number
  busy: number
  failed: number
  seconds: number
  p50: number
  p99: number
  max: number
}

interface Learner {
  n: number
  sequence: number
  position: number
  since: number
}

/** A learner's next beat: exactly the time that has passed, as an honest player sends it. */
function beatOf(learner: Learner, now: number): string {
  const from = learner.position
  const to = Math.round((from + (now - learner.since) / 1000) * 1000) / 1000
  learner.position = to
  learner.since = now
  const lease = `00000000-0000-7000-8000-${String(learner.n).padStart(12, '0')}`
  const body = `{"leaseToken":"${lease}","sequence":${learner.sequence++},"from":${from},"to":${to},"visible":true}`
  return (
    `POST /api/api/video-task.action HTTP/1.1\r\nhost: bench\r\ntoken: bench-${learner.n}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  )
}

/** Drives one keep-alive connection, one request after the other, until time is up. */
function drive(load: Load, learners: Learner[], until: number, note: (ms: number, text: string) => void) {
  return new Promise<void>((resolve, reject) => {
    const socket: Socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true })
    let turn = 0
    let sent = 0
    let held = ''
    const next = () => {
      const now = performance.now()
      if (now >= until) {
        socket.end()
        resolve()
        return
      }
      sent = now
      const learner = learners[turn++ % Math.max(1, learners.length)]
      socket.write(learner ? beatOf(learner, now) : 'GET / HTTP/1.1\r\nhost: bench\r\n\r\n')
    }
    socket.setEncoding('latin1')
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      held += chunk
      const head = held.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(held)?.[1] ?? 0)
      if (held.length < head + 4 + length) return
      note(performance.now() - sent, held.slice(head + 4))
      held = ''
      next()
    })
  })
}

async function run(load: Load): Promise<Measured> {
  const started = performance.now()
  const until = started + load.seconds * 1000
  const times: number[] = []
  const tally = { accepted: 0, refused: 0, busy: 0, failed: 0 }
  const note = (ms: number, text: string) => {
    times.push(ms)
    if (load.learners === 0) return
    if (!text.startsWith('{"respCode":200')) {
      if (text.startsWith('{"respCode":429')) tally.busy++
      else tally.failed++
    } else if (text.includes('"refused":null')) tally.accepted++
    else tally.refused++
  }
  await Promise.all(
    Array.from({ length: load.connections }, (_, i) => {
      const own: Learner[] = []
      for (let n = i + 1; n <= load.learners; n += load.connections) {
        own.push({ n, sequence: load.firstSequence, position: 0, since: started })
      }
      return drive(load, own, until, note)
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { answered: times.length, ...tally, seconds, p50: at(0.5), p99: at(0.99), max: at(1) }
}

process.on('message', async (load: Load) => process.send!(await run(load)))
process.on('disconnect', () => process.exit(0))
