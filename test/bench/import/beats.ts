import { Agent, request } from 'node:http'

/**
 * Learners that watch: each beats once in so many milliseconds, as players do, over connections that stay open; from
 * the word `watch` until they are asked how it was.
 */
export interface Watch {
  port: number
  learners: number
  every: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let times: number[] = []
let watching = false
const failed = { count: 0 }

function beat(port: number, n: number, sequence: number, from: number, to: number): void {
  const lease = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const body = JSON.stringify({ leaseToken: lease, sequence, from, to, visible: true })
  const begun = performance.now()
  const sent = request(
    {
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/api/video-task.action',
      headers: { token: `bench-${n}`, 'content-type': 'application/json', 'content-length': body.length },
    },
    (response) => {
      response.resume()
      response.on('end', () => times.push(performance.now() - begun))
    },
  )
  sent.on('error', () => failed.count++)
  sent.end(body)
}

process.on('message', (message: Watch | 'watch' | 'tell') => {
  if (message === 'watch') {
    watching = true
    return
  }
  if (message === 'tell') {
    const sorted = times.toSorted((a, b) => a - b)
    times = []
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    watching = false
    process.send!({ beats: sorted.length, p50: at(0.5), p99: at(0.99), failed: failed.count })
    return
  }
  const { port, learners, every } = message
  for (let n = 1; n <= learners; n++) {
    let sequence = 1
    let position = 0
    setTimeout(
      () =>
        setInterval(() => {
          if (!watching) return
          beat(port, n, sequence++, position, position + every / 1000)
          position += every / 1000
        }, every),
      (n * every) / learners,
    )
  }
})
process.on('disconnect', () => process.exit(0))
