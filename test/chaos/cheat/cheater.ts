import type { Call, Envelope, InputOf, OutputOf } from '../../../contract/call.ts'
import type { Random } from '../../../db/seed/content/random.ts'
import { captureCalls, type CaptureDue } from '../../../features/study/capture/contract.ts'
import { type BeatAnswer, studyCalls, type VideoToken } from '../../../features/study/contract.ts'
import type { BuiltStudent } from '../../build/study.ts'
import type { World } from '../../harness.ts'

interface BeatMore {
  sequence?: number
  visible?: boolean
  since?: number
  until?: number
}

/** A beat that is not sent yet. */
interface QueuedBeat {
  screen: Screen
  sequence: number
  from: number
  to: number
}

/** A window that plays a video, as far as it was opened. */
export interface Screen {
  token: VideoToken
  /** Second of the cheat's time at which it was opened. */
  openedAt: number
  /** Sends a stretch under the next number, or another; null where it was refused. */
  beat(from: number, to: number, more?: BeatMore): Promise<BeatAnswer | null>
  /** The same with the times of an honest window, in seconds of the cheat's time. */
  timed(from: number, to: number, since: number, until: number, more?: BeatMore): Promise<BeatAnswer | null>
}

/** Somebody who tries to earn what was not watched. */
export interface Cheat extends BuiltStudent {
  n: number
  random: Random
  /** Seconds that have passed since it began. */
  at: number
  /** Seconds of them in which a video may have been watched: a window was in view. */
  seen: number
  /** Seconds that may be credited at most for another reason, as a question or a check stands in the way. */
  most: number
  screens: Screen[]
  /** All who cheat in the same way, this one among them. */
  friends: readonly Cheat[]
  /** All the answers it was given, each once, as `outcomeOf` writes them. */
  outcomes: Set<string>
  /** Whatever a way to cheat remembers. */
  notes: { due?: CaptureDue; nonce?: string; place: number; accepted: number; queue: QueuedBeat[] }
  call<C extends Call>(call: C, input: InputOf<C>): Promise<Envelope<OutputOf<C>>>
  /** Opens a video of the class; null where it was refused. */
  open(item?: number, previous?: Screen): Promise<Screen | null>
  /** Answers a check, perhaps with a picture; true if it was accepted. */
  answer(captureId: string, nonce: string, picture?: Buffer): Promise<boolean>
}

/** Writes the answer to a call: its reason where a beat was bounded, otherwise the name of the call and its code. */
function outcomeOf(path: string, { respCode, attribute }: Envelope<unknown>): string {
  const name = path.replace(/^.*\/|\.action$/g, '')
  if (path !== studyCalls.videoTask.path || respCode !== 200) return `${name} ${respCode}`
  const { refused, leaseHeld } = attribute as BeatAnswer
  return refused?.reason ?? (leaseHeld ? 'counted' : 'lease ended')
}

/** Adds to a student what a way to cheat works with; each is in a network of their own. */
export function aCheat(
  world: World,
  student: BuiltStudent,
  { n, random, friends }: Pick<Cheat, 'n' | 'random' | 'friends'>,
): Cheat {
  const remoteAddress = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  async function send<T>(path: string, payload: object, headers: Record<string, string> = {}) {
    const response = await world.portal.http.inject({
      method: 'POST',
      url: `/api${path}`,
      remoteAddress,
      headers: { token: student.token, ...headers },
      payload,
    })
    const envelope = response.json<Envelope<T>>()
    cheat.outcomes.add(outcomeOf(path, envelope))
    return envelope
  }
  const cheat: Cheat = {
    ...student,
    n,
    random,
    at: 0,
    seen: 0,
    most: Infinity,
    screens: [],
    outcomes: new Set(),
    notes: { place: 0, accepted: 0, queue: [] },
    friends,
    call: (call, input) => send(call.path, input as object),
    async open(item = 0, previous) {
      const opened = await cheat.call(studyCalls.getVideoToken, {
        enrolmentId: cheat.enrolmentId,
        itemId: cheat.built.itemIds[item]!,
        previous: previous?.token.leaseToken ?? null,
      })
      return opened.respCode === 200 ? aScreen(cheat, opened.attribute) : null
    },
    async answer(captureId, nonce, picture) {
      const form = new FormData()
      form.append('captureId', captureId)
      form.append('nonce', nonce)
      if (picture)
        form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'shot.jpg')
      const encoded = new Response(form)
      const { respCode } = await send(
        captureCalls.answerCapture.path,
        Buffer.from(await encoded.arrayBuffer()),
        { 'content-type': encoded.headers.get('content-type')! },
      )
      if (respCode === 200) cheat.notes.accepted++
      return respCode === 200
    },
  }
  return cheat
}

function aScreen(cheat: Cheat, token: VideoToken): Screen {
  let last = 0
  const openedAt = cheat.at
  const screen: Screen = {
    token,
    openedAt,
    async beat(from, to, more = {}) {
      const sequence = more.sequence ?? ++last
      const { leaseToken } = token
      const beat = { leaseToken, from, to, visible: true, ended: false, ...more, sequence }
      const { respCode, attribute } = await cheat.call(studyCalls.videoTask, beat)
      return respCode === 200 ? attribute : null
    },
    timed: (from, to, since, until, more = {}) =>
      screen.beat(from, to, { ...more, since: since - openedAt, until: until - openedAt }),
  }
  cheat.screens.push(screen)
  return screen
}
