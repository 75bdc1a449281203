import { randomUUID } from 'node:crypto'
import { momentFromNow } from '../build/days.ts'
import { ticketNoOf } from '../../features/signUp/seat/rules.ts'
import { aField } from '../build/signUp.ts'
import type { World } from '../harness.ts'
import { type AddRow, openRows } from './rows.ts'
import { aSlip } from './slips.ts'

/** Open exams, one that is sat, one to apply for and one to change, open trainings with a fee, and a draft. */
export async function theSignUps(add: AddRow) {
  const of = { opensAt: momentFromNow(-1), closesAt: momentFromNow(30), status: 'open' }
  const aForm = (signUpId: string) =>
    add('sign_up_forms', {
      signUpId,
      version: 1,
      fields: [
        aField('post', { required: false }),
        aField('proof', { kind: 'file', fileKinds: ['image', 'pdf'], required: false }),
      ],
    })
  const feeSignUpId = await add('sign_ups', { ...of, kind: 'training', fee: 6000 })
  await aForm(feeSignUpId)
  const draftSignUpId = await add('sign_ups', { ...of, kind: 'training', status: 'draft' })
  await aForm(draftSignUpId)
  const signUpId = await add('sign_ups', { ...of, kind: 'exam', fee: 0 })
  await aForm(signUpId)
  const subjectId = await add('sign_up_subjects', { signUpId, name: '理论' })
  const sessionId = await add('sign_up_sessions', {
    startsAt: momentFromNow(40),
    endsAt: momentFromNow(40.1),
    rooms: [{ name: '第一考场', seats: 100 }],
  })
  const paidSignUpId = await add('sign_ups', { ...of, kind: 'training', fee: 6000 })
  await aForm(paidSignUpId)
  const freshSignUpId = await add('sign_ups', { ...of, kind: 'exam', fee: 0 })
  await aForm(freshSignUpId)
  const freshSubjectId = await add('sign_up_subjects', { signUpId: freshSignUpId, name: '理论' })
  const changedSignUpId = await add('sign_ups', { ...of, kind: 'exam', fee: 0 })
  await aForm(changedSignUpId)
  const changedSubjectId = await add('sign_up_subjects', { signUpId: changedSignUpId, name: '理论' })
  const changedSessionId = await add('sign_up_sessions', {
    startsAt: momentFromNow(40),
    endsAt: momentFromNow(40.1),
    rooms: [{ name: '第一考场', seats: 100 }],
  })
  const scoredSignUpId = await add('sign_ups', { ...of, kind: 'exam', fee: 0 })
  await aForm(scoredSignUpId)
  const scoredSubjectId = await add('sign_up_subjects', { signUpId: scoredSignUpId, name: '理论' })
  await add('score_publications', { subjectId, publishAt: momentFromNow(-1), appealDays: 5 })
  return {
    scoredSignUpId,
    scoredSubjectId,
    changedSignUpId,
    changedSubjectId,
    changedSessionId,
    signUpId,
    feeSignUpId,
    draftSignUpId,
    paidSignUpId,
    freshSignUpId,
    freshSubjectId,
    examSubjectId: subjectId,
    examSessionId: sessionId,
  }
}

/**
 * Applications of a unit: of its learner one that is seated, one that waits for a review and one with a fee to pay; of
 * others one with a fee, one that needs a seat, and one whose fee is in an order of the unit. And files that nobody used.
 */
export async function theApplications(
  world: World,
  project: Awaited<ReturnType<typeof theSignUps>> & {
    projectId: string
    keeperId: string
    portal: { roles: { learner: string } }
  },
  { mark, unitId, accountId, place }: { mark: string; unitId: string; accountId: string; place: string },
) {
  const { db } = world
  const { projectId, portal, signUpId, feeSignUpId, examSubjectId, examSessionId } = project
  const own = { projects: projectId, units: unitId, accounts: accountId, sign_ups: signUpId }
  const add = await openRows(world, mark, own)
  const anotherLearner = () =>
    openRows(world, mark, { projects: projectId, units: unitId }).then((addOne) =>
      addOne('accounts', { unitId, roleId: portal.roles.learner, loginName: `applicant_${randomUUID()}` }),
    )
  const apply = async (of: string, row: object, by = accountId) => {
    const id = await add('sign_up_applications', {
      signUpId: of,
      accountId: by,
      appliedBy: by,
      unitId,
      formVersion: 1,
      answers: [{ key: 'post', text: mark }],
      fee: of === feeSignUpId ? 6000 : 0,
      ...row,
    })
    await db`update sign_ups set taken = taken + 1 where id = ${of}`
    await add('sign_up_events', { applicationId: id, operatorId: by })
    return id
  }
  const [seat] = await db<{ count: number }[]>`
    select count(*) from sign_up_seats where session_id = ${examSessionId}`
  const applicationId = await apply(signUpId, {
    status: 'confirmed',
    subjectIds: [examSubjectId],
    ticketNo: ticketNoOf(2023, seat!.count + 1),
    ticketCode: `TICKET${place.toUpperCase()}`,
  })
  await add('sign_up_seats', {
    applicationId,
    subjectId: examSubjectId,
    sessionId: examSessionId,
    room: '第一考场',
    seatNo: seat!.count + 1,
  })
  const fileId = randomUUID()
  await add('sign_up_files', {
    id: fileId,
    signUpId,
    applicationId,
    fieldKey: 'proof',
    kind: 'image',
    mime: 'image/png',
    contentSealed: Buffer.from(mark).toString('base64'),
  })
  const aFile = async (byId: string) => {
    const id = randomUUID()
    await add('sign_up_files', {
      id,
      signUpId: project.freshSignUpId,
      accountId: byId,
      fieldKey: 'proof',
      kind: 'image',
      mime: 'image/png',
      contentSealed: Buffer.from(mark).toString('base64'),
    })
    return id
  }
  const aScore = async (of: string, subjectId: string, by: string) => {
    const row = {
      applicationId: of,
      subjectId,
      accountId: by,
      points: 50,
      result: 'failed',
      source: 'import',
    }
    const id = await add('scores', { ...row, enteredAt: momentFromNow(-2) })
    await add('score_entries', {
      scoreId: id,
      points: 50,
      result: 'failed',
      source: 'import',
      operatorId: project.keeperId,
      reason: mark,
      createdAt: momentFromNow(-2),
    })
    return id
  }
  const appellant = await anotherLearner()
  const appealedId = await apply(signUpId, { status: 'confirmed', subjectIds: [examSubjectId] }, appellant)
  const scoreId = await aScore(applicationId, examSubjectId, accountId)
  const appealedScoreId = await aScore(appealedId, examSubjectId, appellant)
  const scoreAppealId = await add('score_appeals', {
    scoreId: appealedScoreId,
    accountId: appellant,
    reason: mark,
  })
  const sitter = await anotherLearner()
  const scoredId = await apply(
    project.scoredSignUpId,
    { status: 'confirmed', subjectIds: [project.scoredSubjectId] },
    sitter,
  )
  await aScore(scoredId, project.scoredSubjectId, sitter)
  const waitingApplicationId = await apply(feeSignUpId, { status: 'applied' })
  const payUntil = momentFromNow(10)
  const myDueApplicationId = await apply(project.paidSignUpId, { status: 'approved', payUntil, fee: 6000 })
  const dueApplicationId = await apply(feeSignUpId, { status: 'approved', payUntil }, await anotherLearner())
  const orderedBy = await anotherLearner()
  const cmsOrderId = await add('orders', {
    kind: 'cms',
    payerUnitId: unitId,
    unitId,
    amount: 6000,
    orderNo: `CMS${randomUUID().slice(0, 8).toUpperCase()}`,
    payReference: `F${place}`.toUpperCase().padEnd(6, '2'),
    expiresAt: payUntil,
  })
  const orderItemId = await add('order_items', {
    orderId: cmsOrderId,
    accountId: orderedBy,
    signUpId: feeSignUpId,
    classType: '',
    price: 6000,
    payable: 6000,
  })
  await apply(feeSignUpId, { status: 'approved', payUntil, orderItemId }, orderedBy)
  const byKeeper = await openRows(world, mark, { ...own, accounts: project.keeperId })
  await aSlip(world, byKeeper, cmsOrderId)
  return {
    applicationId,
    waitingApplicationId,
    dueApplicationId,
    myDueApplicationId,
    scoreId,
    scoreAppealId,
    ownFileId: await aFile(accountId),
    staffFileId: await aFile(project.keeperId),
    cmsOrderId,
    answerFileId: fileId,
    applicantId: await anotherLearner(),
  }
}
