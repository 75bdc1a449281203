import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { handlers } from '../../../server/serve.ts'
import { badInput } from '../../../server/input.ts'
import { beatWriter } from '../beat/server/actions.ts'
import { listHeldHours } from '../../hours/server/actions.ts'
import { getSettings } from '../../project/server/actions.ts'
import { tellMs } from '../capture/rules.ts'
import { studyCalls } from '../contract.ts'
import { classStudy, explainProgress, progressOf } from '../rules.ts'
import { announceSeparately, openVideo, rollUpSeparately } from './actions.ts'
import { findExam, findMyClass, listCourses, listStudiedItems } from './data.ts'

export const studyHandlers = handlers(studyCalls, {
  async myClassProcess({ db, session, input }) {
    const own = (await findMyClass(db, session.scope, input.enrolmentId)) ?? refuse(commonRefusals.notFound)
    const [coursesOf, items, settings, exam, held] = await Promise.all([
      listCourses(db, [input.enrolmentId]),
      listStudiedItems(db, input.enrolmentId),
      getSettings(db, own.projectId),
      findExam(db, input.enrolmentId),
      listHeldHours(db, own.accountId, [own.classId]),
    ])
    const study = classStudy(items)
    const courses = coursesOf.get(input.enrolmentId) ?? []
    const studyDone = own.studyDoneAt !== null
    return {
      enrolmentId: own.enrolmentId,
      classId: own.classId,
      className: own.className,
      status: own.isExpired && own.status === 'active' ? 'expired' : own.status,
      progress: Math.max(own.progress, study.progress),
      watchedSeconds: study.watchedMs / 1000,
      requiredSeconds: study.requiredMs / 1000,
      remainingSeconds: (study.requiredMs - study.doneMs) / 1000,
      studyDone,
      explained: explainProgress(courses, { ...own, studyDone }),
      hoursTenths: own.hoursTenths,
      heldTenths: held.get(own.classId) ?? 0,
      requiredItems: own.requiredItems,
      requiredDone: own.requiredDone,
      electiveTenths: own.electiveTenths,
      electiveMinTenths: own.electiveMinTenths,
      offeredTenths: own.offeredTenths,
      expiresAt: own.expiresAt,
      lastItemId: own.lastItemId,
      lastPosition: own.lastPosition,
      settings,
      courses,
      exam,
    }
  },
  getVideoToken: ({ db, log, secrets, session, input, ip, agent }) =>
    openVideo(
      { db, log, secrets },
      {
        session,
        enrolmentId: input.enrolmentId,
        itemId: input.itemId,
        previous: input.previous ?? null,
        opening: input.opening ?? null,
        ip,
        agent,
      },
    ),
  async videoTask({ db, log, session, input }) {
    const fromMs = Math.round(input.from * 1000)
    const toMs = Math.round(input.to * 1000)
    if (toMs < fromMs) throw badInput('to', { zh: '不能小于 from', en: 'must not be less than from' })
    const { since, until } = input
    if (since !== undefined && (until === undefined || until < since)) {
      throw badInput('until', { zh: '不能小于 since', en: 'must not be less than since' })
    }
    const beat = {
      accountId: session.accountId,
      leaseId: input.leaseToken,
      sequence: input.sequence,
      fromMs,
      toMs,
      hidden: input.visible === false,
      sinceMs: since === undefined ? null : Math.round(since * 1000),
      untilMs: until === undefined ? null : Math.round(until * 1000),
      ends: input.ended === true,
    }
    const writer = beatWriter(db)
    // A lease that another transaction moved to the learner's new class while this waited is found the second time.
    const saved = (await writer.write(beat)) ?? (await writer.write(beat))
    if (!saved) refuse(commonRefusals.notFound)
    if (saved.rollUp) await rollUpSeparately({ db, log }, saved.enrolmentId)
    // What was saved is durable; a check that cannot be announced is by the next beat.
    const isDue = saved.captureLeftMs === null ? saved.isNewDay : saved.captureLeftMs <= tellMs
    const capture =
      isDue && saved.leaseEnd === null
        ? await announceSeparately({ db, log }, session.accountId, input.leaseToken)
        : null
    const ownMs = saved.completed ? saved.durationMs : saved.acceptedMs
    return {
      sequence: input.sequence,
      acceptedSeconds: saved.gainedMs / 1000,
      refused: saved.reason
        ? {
            reason: saved.reason,
            from: (saved.refusedFromMs ?? fromMs) / 1000,
            to: (saved.refusedToMs ?? toMs) / 1000,
          }
        : null,
      savedAt: saved.savedAt,
      watchedSeconds: saved.acceptedMs / 1000,
      furthest: saved.furthestMs / 1000,
      itemDone: saved.completed,
      progress: progressOf(saved.otherMs + (saved.itemRequired ? ownMs : 0), saved.requiredMs),
      leaseHeld: saved.leaseEnd === null,
      leaseEnd: saved.leaseEnd,
      capture,
    }
  },
})
