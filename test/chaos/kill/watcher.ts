import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { enrolmentCalls } from '../../../features/enrolment/contract.ts'
import { orderCalls } from '../../../features/order/contract.ts'
import { studyCalls, type VideoToken } from '../../../features/study/contract.ts'
import type { Client } from './client.ts'
import type { Ledger } from './ledger.ts'
import type { ChaosClass } from './school.ts'

/** Client and ledger of a learner who acts until stopped. */
export interface Life {
  client: Client
  ledger: Ledger
  goesOn(): boolean
}

interface Beat {
  sequence: number
  from: number
  to: number
  since: number
  until: number
  ended: boolean
}

const formKey = (life: Life) =>
  Array.from({ length: 4 }, () => life.client.random.next().toString(36)).join('')

/** Joins a class that costs nothing, as the class page does; returns the enrolment. */
export async function join(life: Life, { classId }: ChaosClass): Promise<string> {
  const { client, ledger } = life
  const input = { classIds: [classId], expectedAmount: 0, requestKey: formKey(life) }
  ledger.ordered(await client.ask(orderCalls.saveOrder, input))
  const { list } = await client.ask(enrolmentCalls.myClass, { limit: 50 })
  const found = list.find((mine) => mine.classId === classId)
  if (!found) throw new Error(`${classId} was joined and is not among the learner's classes`)
  return found.enrolmentId
}

/** Opens a video: repeated because the response was lost, it is the same window. */
function open(
  { client }: Life,
  input: { enrolmentId: string; itemId: string; previous: string | null },
): Promise<VideoToken> {
  return client.ask(studyCalls.getVideoToken, { ...input, opening: randomUUID() })
}

/**
 * Plays one video in real time, from its beginning, and reports it piece by piece. While the server is away the
 * player continues, and what it played waits in line; a beat is resent under its number until it is answered.
 * Returns whether the video was watched to its end.
 */
async function watch(life: Life, enrolmentId: string, token: VideoToken, itemId: string): Promise<boolean> {
  const { client, ledger, goesOn } = life
  const key = { enrolmentId, itemId }
  const began = performance.now()
  const line: Beat[] = []
  let sequence = 0
  let at = token.resumeAt
  let sending: Promise<void> = Promise.resolve()

  async function send(beat: Beat): Promise<void> {
    const answer = await client.ask(studyCalls.videoTask, { leaseToken: token.leaseToken, ...beat })
    const { acceptedSeconds, refused, itemDone } = answer
    if (refused || Math.abs(acceptedSeconds - (beat.to - beat.from)) > 0.002) {
      ledger.fault(
        `honest seconds were not counted: ${JSON.stringify({ ...key, beat, acceptedSeconds, refused })}`,
      )
    }
    ledger.counted(key, [Math.round(beat.from * 1000), Math.round(beat.to * 1000)], itemDone)
    if (answer.progress === 10_000) ledger.studied(enrolmentId)
  }
  async function sendAll(): Promise<void> {
    for (let beat = line.shift(); beat; beat = line.shift()) await send(beat)
  }

  for (let over = false; !over; ) {
    await wait(client.random.int(400, 1200))
    const now = token.resumeAt + (performance.now() - began) / 1000
    const to = Math.min(token.durationSeconds, Math.round(now * 1000) / 1000)
    over = to >= token.durationSeconds || !goesOn()
    const [since, until] = [at - token.resumeAt, to - token.resumeAt]
    line.push({ sequence: ++sequence, from: at, to, since, until, ended: over })
    ledger.played(key, Math.round(to * 1000))
    at = to
    sending = sending.then(sendAll)
    // A failure is reported where the sending is awaited, at the latest at the end.
    sending.catch(() => {})
  }
  await sending
  return at >= token.durationSeconds
}

/** A learner who studies one class after the other, then one for as long as it takes. */
export async function studyOn(life: Life, classes: readonly ChaosClass[]): Promise<void> {
  let previous: string | null = null
  for (const chosen of classes) {
    if (!life.goesOn()) return
    const enrolmentId = await join(life, chosen)
    for (const { itemId } of chosen.items) {
      const token = await open(life, { enrolmentId, itemId, previous })
      if (!(await watch(life, enrolmentId, token, itemId))) return
      previous = token.leaseToken
    }
  }
}
