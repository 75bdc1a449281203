import { connect } from 'node:net'

/** Instructions of a load process: each learner once, shared out among so many connections. */
export interface Load {
  port: number
  connections: number
  kind: 'hello' | 'start' | 'save' | 'submit'
  examId: string
  /** First learner and how many. */
  from: number
  count: number
}

/** Measurements; times in milliseconds. */
export interface Measured {
  answered: number
  /** Answered as it had to be: an attempt, a save, the score that the answers earn. */
  right: number
  busy: number
  seconds: number
  p50: number
  p95: number
  p99: number
}

/** Attempts begun by earlier loads: what each learner will answer, and what that must earn. */
const papers = new Map<number, { attemptId: string; revision: number; answers: string; earns: number }>()

function post(path: string, token: string, body: string): string {
  return (
    `POST /api/api/${path}.action HTTP/1.1\r\nhost: bench\r\ntoken: ${token}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

function requestOf(load: Load, learner: number): string {
  if (load.kind === 'hello') return 'GET / HTTP/1.1\r\nhost: bench\r\n\r\n'
  const token = `bench-${learner}`
  if (load.kind === 'start') return post('go-class-exam', token, JSON.stringify({ examId: load.examId }))
  const { attemptId, revision, answers } = papers.get(learner)!
  return load.kind === 'save'
    ? post(
        'save-exam-answer',
        token,
        `{"attemptId":"${attemptId}","revision":${revision},"answers":${answers}}`,
      )
    : post('submit-exam', token, `{"attemptId":"${attemptId}","answers":${answers}}`)
}

interface Reply {
  respCode: number
  attribute: {
    attemptId: string
    score: number
    saved: boolean
    revision: number
    items: { no: number; options: string[]; score: number }[]
  }
}

/** True if a reply is what it had to be; a paper is remembered with answers of which some are right. */
function isRight(load: Load, learner: number, reply: Reply): boolean {
  const { attribute, respCode } = reply
  if (respCode !== 200) return false
  if (load.kind === 'save') {
    papers.get(learner)!.revision = attribute.revision
    return attribute.saved
  }
  if (load.kind === 'submit') return attribute.score === papers.get(learner)!.earns
  const wanted = learner % attribute.items.length
  let earns = 0
  const answers = attribute.items.map(({ no, options, score }) => {
    const right = no <= wanted
    if (right) earns += score
    return `"${no}":["${String.fromCharCode(65 + options.indexOf(right ? '乙' : '甲'))}"]`
  })
  const { attemptId, revision } = attribute
  papers.set(learner, { attemptId, revision, answers: `{${answers.join()}}`, earns })
  return attribute.items.length > 0
}

async function run(load: Load): Promise<Measured> {
  const times: number[] = []
  const tally = { right: 0, busy: 0 }
  let next = load.from
  const end = load.from + load.count
  const started = performance.now()
  const drive = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true })
      let learner = 0
      let sent = 0
      let held: Buffer[] = []
      let wanted = -1
      const send = () => {
        if (next >= end) {
          socket.end()
          resolve()
          return
        }
        learner = next++
        sent = performance.now()
        socket.write(requestOf(load, learner))
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        held.push(chunk)
        const got = held.length === 1 ? chunk : Buffer.concat(held)
        held = [got]
        if (wanted < 0) {
          const head = got.indexOf('\r\n\r\n')
          if (head < 0) return
          wanted = head + 4 + Number(/content-length: (\d+)/i.exec(got.toString('latin1', 0, head))?.[1] ?? 0)
        }
        if (got.length < wanted) return
        times.push(performance.now() - sent)
        if (load.kind !== 'hello') {
          const reply = JSON.parse(got.toString('utf8', got.indexOf('\r\n\r\n') + 4)) as Reply
          if (reply.respCode === 429) tally.busy++
          else if (isRight(load, learner, reply)) tally.right++
        }
        held = []
        wanted = -1
        send()
      })
    })
  await Promise.all(Array.from({ length: load.connections }, drive))
  const seconds = (performance.now() - started) / 1000
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { answered: times.length, ...tally, seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

process.on('message', async (load: Load) => process.send!(await run(load)))
process.on('disconnect', () => process.exit(0))
