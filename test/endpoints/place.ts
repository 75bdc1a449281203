import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { idCheckDigit, maskIdCard, maskMobile } from '../../contract/identity.ts'
import { bigramsOf } from '../../contract/search.ts'
import { classCalls } from '../../features/class/contract.ts'
import { attemptCalls } from '../../features/exam/attempt/contract.ts'
import { orderCalls } from '../../features/order/contract.ts'
import { studentManageCalls, studentExports } from '../../features/student/manage/contract.ts'
import { studyCalls } from '../../features/study/contract.ts'
import { transferCalls } from '../../features/transfer/contract.ts'
import { audit } from '../../server/audit.ts'
import { sealFrames } from '../../server/sealedFile.ts'
import { anEnrolment } from '../build/enrolment.ts'
import { drawBytes } from '../dice.ts'
import type { World } from '../harness.ts'
import { aGroupPurchase } from './groupPurchase.ts'
import { anInvoicing } from './invoicing.ts'
import { aPaidOrder } from './paidOrder.ts'
import { aSignedIn, markOf } from './people.ts'
import type { Project } from './project.ts'
import { type AddRow, openRows } from './rows.ts'
import { theApplications } from './signUps.ts'
import { aServiceDesk } from './serviceDesk.ts'

/** One learner's rows within a project; every name carries the learner's mark, the unit's its own. */
export interface Place extends Awaited<ReturnType<typeof aPlace>> {}

let serial = 0

/** Builds one learner of a unit who has begun everything a learner can begin. */
export async function aPlace(world: World, project: Project, key: string) {
  const { db, app, ask } = world
  const { portal, projectId, keeperId } = project
  const mark = markOf('L', key)
  const unitId = project.units[key.slice(0, 2)]!
  const n = ++serial
  const { accountId, token, cardMask } = await aSignedInLearner(world, project, { mark, unitId, n })
  const own = { projects: projectId, accounts: accountId, units: unitId }
  const add = await openRows(world, mark, own)
  const addByKeeper = await openRows(world, mark, { ...own, accounts: keeperId, roles: portal.roles.admin })
  const join = ({ classId }: { classId: string }) => anEnrolment(world, portal, { accountId, classId })
  const enrolmentId = await join(project.built)
  const essayEnrolmentId = await join(project.essayClass)
  const itemId = project.built.itemIds[0]!
  const opened = await ask(studyCalls.getVideoToken, { enrolmentId, itemId, previous: null }, token)
  const captureId = await add('captures', {
    enrolmentId,
    itemId,
    status: 'appealed',
    appeal: mark,
    appealedAt: db`moment()`,
  })
  await add('capture_pictures', { captureId, pictureSealed: mark })
  const missedCaptureId = await add('captures', { enrolmentId, itemId, status: 'missed' })
  const captureNonce = randomUUID()
  const openCaptureId = await add('captures', {
    enrolmentId,
    itemId,
    nonce: captureNonce,
    dueAt: tomorrow(db),
  })
  await db`update play_leases set capture_left_ms = 0 where id = ${opened.leaseToken}`
  const sold = { classIds: [project.soldClass.classId], expectedAmount: 6000 }
  const order = await ask(orderCalls.saveOrder, sold, token)
  const paid = await aPaidOrder(world, add, { mark, classId: project.built.classId, accountId, unitId })
  const invoicing = await anInvoicing(world, add, { mark, classId: project.built.classId, accountId, unitId })
  await add('cart_items', { classId: project.freshClass.classId, priceSeen: 6100 })
  const begun = await ask(attemptCalls.goClassExam, { examId: project.essayExamId }, token)
  const markedAttemptId = begun.attemptId
  await ask(attemptCalls.submitExam, { attemptId: markedAttemptId, answers: { 1: [mark] } }, token)
  // One learner sits no exam, so that practice is open to somebody.
  const { attemptId } =
    key === 'A2x' ? begun : await ask(attemptCalls.goClassExam, { examId: project.examId }, token)
  await add('hour_entries', { year: 2023, classType: 'public', hoursTenths: 80, source: 'external' })
  const { accountId: managedId } = await aSignedIn(
    world,
    { projectId, roleId: project.spareRoleId, roleSystem: 2, unitId, userName: markOf('U', key) },
    { loginName: `managed_${key}`, wechatOpenId: `o${key}` },
  )
  await add('second_factors', { accountId: managedId, confirmedAt: db`moment()` })
  await add('train_plan_reminders', {
    planId: project.planId,
    operatorId: keeperId,
    remindedAt: '2023-01-01T00:00:00Z',
  })
  const [session] = await db`select id from sessions where account_id = ${accountId}`
  const exports = await theExports(world, addByKeeper)
  const aView = (isShared: boolean) =>
    addByKeeper('list_views', {
      isShared,
      path: studentManageCalls.findPageList.path,
      name: `${markOf('P', project.key)} ${key}`,
      filterSealed: '{}',
    })
  const messageId = await add('messages', { kind: 'order.paid', params: { orderNo: mark, amount: 1 } })
  return {
    ...project,
    ...paid,
    ...invoicing,
    ...exports,
    ...(await aServiceDesk(world, addByKeeper, {
      accountId,
      keeperId,
      managedId,
      mark,
      classId: project.built.classId,
      enrolmentId,
    })),
    place: key,
    unitId,
    spareUnitId: project.spareUnits[key.slice(0, 2)]!,
    accountId,
    token,
    managedId,
    sessionId: session!.id as string,
    enrolmentId,
    essayEnrolmentId,
    appliedEnrolmentId: await add('enrolments', {
      classId: project.reviewClass.classId,
      source: 'apply',
      status: 'applied',
    }),
    itemId,
    leaseToken: opened.leaseToken,
    captureId,
    missedCaptureId,
    openCaptureId,
    captureNonce,
    orderId: order.id,
    orderItemId: order.items[0]!.id,
    attemptId,
    markedAttemptId,
    copyId: await add('data_exports', {
      sessionId: session!.id as string,
      status: 'ready',
      contentSealed: mark,
      expiresAt: tomorrow(db),
    }),
    certificateId: await add('certificates', {
      enrolmentId: essayEnrolmentId,
      templateId: project.templateId,
      number: `N${key}`,
      verifyCode: `V${key}`,
      holder: {
        realName: mark,
        cardMask,
        unitName: mark,
        className: mark,
        year: 2023,
        hoursTenths: 80,
        number: `N${key}`,
        issuedDate: '2023-01-01',
        projectTitle: mark,
      },
      design: db`(select design from certificate_templates where id = ${project.templateId})`,
    }),
    operationId: await db.begin(async (tx) => {
      await audit(tx, {
        by: { accountId, projectId },
        action: 'order.create',
        subjectKind: 'account',
        subjectId: accountId,
        reason: mark,
      })
      const [row] = await tx`select id from operation_logs where reason = ${mark} order by id desc`
      return row!.id as string
    }),
    errorId: await add('exception_logs', { projectId, accountId }),
    messageId,
    deliveryId: await add('message_deliveries', {
      accountId,
      kind: 'order.paid',
      messageId,
      channel: 'mail',
      recipientMask: 'a***@example.cn',
      status: 'failed',
    }),
    smsTemplateId: app.channels.sms!.own!.templates.get('order.paid')!,
    uploadId: await addByKeeper('uploads', {
      bytes: 10,
      status: 'ready',
      purpose: 'video',
      found: {
        fileKey: `test/${key}.mp4`,
        posterKey: `test/${key}.jpg`,
        sha256: String(n).padStart(64, '0'),
        facts: { mime: 'video/mp4', direct: true, durationSeconds: 60, width: 640, height: 360, hls: null },
      },
    }),
    sheetUploadId: await addByKeeper('uploads', {
      bytes: 10,
      status: 'ready',
      purpose: 'sheet',
      found: { fileKey: `import/${key}.xlsx` },
    }),
    viewId: await aView(false),
    sharedViewId: await aView(true),
    batchId: await addByKeeper('batches', {
      path: classCalls.updateOnShelf.path,
      inputSealed: JSON.stringify({ filter: {}, except: [], rest: { onShelf: true } }),
    }),
    ...(await aPush(project, add)),
    ...(await aTransfer(project, { add, addByKeeper, unitId })),
    rosterImportId: await project.anImport('roster', unitId, { unitId }),
    ...(await aGroupPurchase(world, project, { mark, unitId, accountId, place: key })),
    ...(await theApplications(world, project, { mark, unitId, accountId, place: key })),
  }
}

/** A passed enrolment, and its push that was given up. */
async function aPush({ pushedClass: { classId } }: Project, add: AddRow) {
  const passed = { status: 'passed', passedAt: '2023-01-01T00:00:00Z', passedBy: 'manual' }
  const pushedEnrolmentId = await add('enrolments', { classId, source: 'free', ...passed })
  const pushId = await add('pushes', {
    enrolmentId: pushedEnrolmentId,
    event: 'pass',
    status: 'failed',
    dueAt: null,
    tries: 1,
    cause: 'timeout',
  })
  await add('push_tries', { pushId, number: 1, cause: 'timeout' })
  return { pushedEnrolmentId, pushId }
}

/** A learner's move into another class that can be undone, and the work of two others: of ticked rows, and of a file. */
async function aTransfer(
  project: Project,
  { add, addByKeeper, unitId }: { add: AddRow; addByKeeper: AddRow; unitId: string },
) {
  const enrolmentIn = ({ classId }: { classId: string }, status: string) =>
    add('enrolments', { classId, source: 'free', status })
  const { leftClass, movedClass } = project
  const fromId = await enrolmentIn(leftClass, 'transferred')
  const toId = await enrolmentIn(movedClass, 'active')
  return {
    transferRecordId: await add('transfer_records', { fromId, toId, operatorId: project.keeperId }),
    transferBatchId: await addByKeeper('batches', {
      path: transferCalls.transferClass.path,
      inputSealed: JSON.stringify({ filter: {}, except: [], rest: { classId: movedClass.classId } }),
      status: 'done',
      total: 0,
    }),
    transferImportId: await project.anImport('transfer', unitId, {}),
  }
}

const tomorrow = (db: World['db']) => db`moment() + interval '1 day'`

/** A learner with a profile, signed in. */
async function aSignedInLearner(
  world: World,
  { projectId, portal }: Project,
  { mark, unitId, n }: { mark: string; unitId: string; n: number },
) {
  const { secrets } = world.app
  const id = randomUUID()
  const mobile = `13900009${String(n).padStart(3, '0')}`
  const { token } = await aSignedIn(
    world,
    { projectId, roleId: portal.roles.learner, roleSystem: 3, unitId, userName: mark },
    {
      id,
      mobileSealed: secrets.seal('accounts.mobile', id, mobile),
      mobileIndex: secrets.blindIndex('mobile', mobile),
      mobileMask: maskMobile(mobile),
    },
  )
  const first17 = `11010119900307${String(100 + n)}`
  const card = first17 + idCheckDigit(first17)
  const cardMask = maskIdCard(card)
  const add = await openRows(world, mark, { projects: projectId, accounts: id })
  await add('students', {
    unitId,
    nameBigrams: bigramsOf(mark),
    cardSealed: card,
    cardIndex: secrets.blindIndex('card', card),
    cardMask,
    workPlace: mark,
  })
  return { accountId: id, token, cardMask }
}

/** An export that is being made, and one that is ready with its file. */
async function theExports({ db, app }: World, add: AddRow) {
  const list = { path: studentExports.exportStudentList.path, language: 'zh', filterSealed: '{}' }
  const contentKey = drawBytes(32)
  const fileKey = `test/${randomUUID()}.sealed`
  const frames: Buffer[] = []
  for await (const frame of sealFrames(contentKey, Readable.from([Buffer.from(randomUUID())])))
    frames.push(frame)
  mkdirSync(app.files.path('test'), { recursive: true })
  writeFileSync(app.files.path(fileKey), Buffer.concat(frames))
  return {
    makingExportId: await add('list_exports', { ...list, status: 'making' }),
    readyExportId: await add('list_exports', {
      ...list,
      status: 'ready',
      fileKey,
      rows: 1,
      bytes: 1,
      expiresAt: tomorrow(db),
      keySealed: contentKey.toString('hex'),
    }),
  }
}
