import type { Envelope } from '../../contract/call.ts'
import { type BeatAnswer, studyCalls, type VideoToken } from '../../features/study/contract.ts'
import type { World } from '../harness.ts'
import { aClass, type BuiltClass, type ClassInput } from './class.ts'
import { anEnrolment } from './enrolment.ts'
import { aLearner, type BuiltAccount, type BuiltPortal } from './portal.ts'

export interface BuiltStudent extends BuiltAccount {
  enrolmentId: string
  built: BuiltClass
}

/** A learner in a class, ready to watch: one video of ten minutes by default. */
export async function aStudent(
  world: World,
  portal: BuiltPortal,
  input: ClassInput & { videos?: number[]; built?: BuiltClass; learner?: BuiltAccount } = {},
): Promise<BuiltStudent> {
  const { videos, built: given, learner: known, ...rest } = input
  const built = given ?? (await aClass(world, portal, { courses: [{ videos: videos ?? [600] }], ...rest }))
  const learner = known ?? (await aLearner(world, portal))
  const enrolmentId = await anEnrolment(world, portal, {
    accountId: learner.accountId,
    classId: built.classId,
  })
  return { ...learner, enrolmentId, built }
}

/** Marks videos of an enrolment as watched to the end, only as rows. */
export async function watchedAll(
  world: World,
  enrolmentId: string,
  itemIds: readonly string[],
): Promise<void> {
  await world.db`
    insert into watch_coverages (enrolment_id, item_id, ranges, furthest_ms, accepted_ms, duration_ms, completed_at)
    select ${enrolmentId}, i.id, int4multirange(int4range(0, d.ms)), d.ms, d.ms, d.ms, moment()
    from course_items i join resources r on r.id = i.resource_id, lateral (select (r.duration_seconds * 1000)::int as ms) d
    where i.id = any(${itemIds as string[]}::uuid[])
    on conflict (enrolment_id, item_id) do update set ranges = excluded.ranges, furthest_ms = excluded.furthest_ms,
      accepted_ms = excluded.accepted_ms, completed_at = excluded.completed_at`
}

/** A clock a test advances; `keepsSessions` for those where so many sign-ins from one network would be refused. */
export function aClock(
  world: World,
  { keepsSessions = false }: { keepsSessions?: boolean } = {},
): { pass(seconds: number): Promise<void> } {
  let shift = 0
  return {
    async pass(seconds) {
      shift += seconds
      if (keepsSessions)
        await world.db`
          update sessions set idle_until = idle_until + make_interval(secs => ${seconds}),
            expires_at = expires_at + make_interval(secs => ${seconds})`
      await world.moveClock(`${shift} seconds`)
    },
  }
}

interface BeatInput {
  sequence?: number
  visible?: boolean
  ended?: boolean
  /** Time it was played, in seconds since the lease was opened; omitted by default. */
  since?: number
  until?: number
}

/** A window that plays one video and sends what the test requests. */
export interface Player {
  token: VideoToken
  /** Sends a stretch as the next beat. */
  beat(from: number, to: number, more?: BeatInput & { as?: string }): Promise<BeatAnswer>
  /** The same, giving the whole envelope. */
  tryBeat(from: number, to: number, more?: BeatInput & { as?: string }): Promise<Envelope<BeatAnswer>>
}

/** Opens a video in a window; the first one of the class by default. */
export async function aPlayer(
  world: World,
  student: BuiltStudent,
  given: { itemId?: string; previous?: string } = {},
): Promise<Player> {
  const token = await world.ask(
    studyCalls.getVideoToken,
    {
      enrolmentId: student.enrolmentId,
      itemId: given.itemId ?? student.built.itemIds[0]!,
      previous: given.previous ?? null,
    },
    student.token,
  )
  let last = 0
  const input = (from: number, to: number, { as: _, ...more }: BeatInput & { as?: string }) => {
    const sequence = more.sequence ?? ++last
    last = Math.max(last, sequence)
    return {
      leaseToken: token.leaseToken,
      from,
      to,
      visible: true,
      ended: false,
      ...more,
      sequence,
    }
  }
  return {
    token,
    beat: (from, to, more = {}) =>
      world.ask(studyCalls.videoTask, input(from, to, more), more.as ?? student.token),
    tryBeat: (from, to, more = {}) =>
      world.call(studyCalls.videoTask, input(from, to, more), more.as ?? student.token),
  }
}
