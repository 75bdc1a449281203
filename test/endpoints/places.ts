import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { bigramsOf } from '../../contract/search.ts'
import { idCheckDigit, maskIdCard, maskMobile } from '../../contract/identity.ts'
import { classCalls } from '../../features/class/contract.ts'
import { attemptCalls } from '../../features/exam/attempt/contract.ts'
import { addSettings, createProject } from '../../features/project/server/actions.ts'
import { orderCalls } from '../../features/order/contract.ts'
import { startRoles } from '../../features/role/rules.ts'
import { studyCalls } from '../../features/study/contract.ts'
import { studentManageCalls, studentExports } from '../../features/student/manage/contract.ts'
import { audit } from '../../server/audit.ts'
import { sealFrames } from '../../server/sealedFile.ts'
import { aTemplate } from '../build/certificate.ts'
import { aClass, aClassCategory, aCourse } from '../build/class.ts'
import { anEnrolment } from '../build/enrolment.ts'
import { aBank, aPaper, aQuestion, aSection, anExam } from '../build/exam.ts'
import { aUnit, type BuiltPortal } from '../build/portal.ts'
import { drawBytes } from '../dice.ts'
import type { World } from '../harness.ts'
import { aSignedIn, markOf } from './people.ts'

/** A project with all that its people share; every name carries the project's mark. */
export interface Project extends Awaited<ReturnType<typeof aProject>> {}

/** One learner's rows within a project; every name carries the learner's mark, the unit's its own. */
export interface Place extends Awaited<ReturnType<typeof aPlace>> {}

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const merchant = {
  channel: 'wechat',
  merchantNo: '1900000117',
  appId: 'wx0000000000000001',
  serial: 'A'.repeat(40),
  platformKeyId: 'PUB_KEY_ID_0119000001172026AB',
  apiV3Key: 'k'.repeat(32),
  privateKey: pair.privateKey,
  platformKey: pair.publicKey,
} as const

const idOf = (rows: readonly { id?: unknown }[]) => rows[0]!.id as string

/** Builds a project of two units with one row of every kind. */
export async function aProject(world: World, key: 'A' | 'B') {
  const { db } = world
  const mark = markOf('P', key)
  const projectId = await createProject(db, {
    settings: { title: mark, shortTitle: mark },
    aboutUs: mark,
    agreement: mark,
  })
  const roleIds: string[] = []
  for (const { roleName, roleSystem, menus } of startRoles) {
    const role = { projectId, roleName: `${roleName}${mark}`, roleSystem, menus: [...menus] }
    roleIds.push(idOf(await db`insert into roles ${db(role)} returning id`))
  }
  const units: Record<string, string> = {}
  const spareUnits: Record<string, string> = {}
  for (const unit of [`${key}1`, `${key}2`]) {
    units[unit] = await aUnit(world, projectId)
    const unitMark = markOf('U', unit)
    spareUnits[unit] = await aUnit(world, projectId, units[unit])
    await db`update units set name = ${unitMark}, contact = ${unitMark} where path like ${`${units[unit]}/%`}`
  }
  const portal: BuiltPortal = {
    projectId,
    unitId: units[`${key}1`]!,
    roles: { admin: roleIds[0]!, unit: roleIds[1]!, learner: roleIds[4]! },
  }
  const { accountId: keeperId } = await aSignedIn(
    world,
    { projectId, roleId: roleIds[0]!, roleSystem: 1, unitId: null, userName: mark },
    {},
  )
  const templateId = await aTemplate(world, projectId)
  const spareTemplateId = await aTemplate(world, projectId)
  await db`update certificate_templates set name = ${mark} where project_id = ${projectId}`
  let branches = 0
  const tree = async (table: string, more: object = {}) =>
    idOf(
      await db`insert into ${db(table)} ${db({ projectId, name: `${mark}${++branches}`, ...more })} returning id`,
    )
  const categories = {
    resource: await tree('resource_categories'),
    spareResource: await tree('resource_categories'),
    course: await tree('course_categories'),
    spareCourse: await tree('course_categories'),
    class: await aClassCategory(world, portal, { name: mark }),
    spareClass: await aClassCategory(world, portal, { name: `${mark}备` }),
    paper: await tree('exam_types', { kind: 'paper' }),
    exam: await tree('exam_types', { kind: 'exam' }),
  }
  const built = await aClass(world, portal, {
    name: `${mark}主`,
    price: 0,
    certificateTemplateId: templateId,
    categoryId: categories.class,
    courses: [{ name: mark }],
  })
  const others = { categoryId: categories.class, courses: [{ name: mark }] }
  const essayClass = await aClass(world, portal, {
    ...others,
    name: `${mark}论`,
    price: 0,
    certificateTemplateId: templateId,
  })
  const soldClass = await aClass(world, portal, { ...others, name: `${mark}售`, price: 6000 })
  const freshClass = await aClass(world, portal, { ...others, name: `${mark}新`, price: 6100 })
  const spareClass = await aClass(world, portal, { ...others, name: `${mark}备`, price: 0, status: 'draft' })
  const freeClass = await aClass(world, portal, { ...others, name: `${mark}免`, price: 0 })
  const reviewClass = await aClass(world, portal, {
    ...others,
    name: `${mark}审`,
    price: 0,
    needReview: true,
  })
  const spareCourse = await aCourse(world, portal, { name: `${mark}闲` })
  const wechatApp = { appId: `wx000000000000000${key}`, kind: 'open', provider: 'demo' } as const
  const sealedAppId = randomUUID()
  const secretSealed = world.app.secrets.seal('wechat_apps.secret', sealedAppId, '0'.repeat(32))
  const wechatAppId = idOf(
    await db`insert into wechat_apps ${db({ ...wechatApp, id: sealedAppId, projectId, name: mark, secretSealed })} returning id`,
  )
  const sealedMerchantId = randomUUID()
  const { privateKey, platformKey, apiV3Key, ...numbers } = merchant
  const sealedKey = (place: string, clear: string) =>
    world.app.secrets.seal(`merchants.${place}`, sealedMerchantId, clear)
  const merchantId = idOf(
    await db`insert into merchants ${db({
      ...numbers,
      id: sealedMerchantId,
      projectId,
      name: mark,
      privateKeySealed: sealedKey('private_key', privateKey),
      platformKeySealed: sealedKey('platform_key', platformKey),
      apiV3KeySealed: sealedKey('api_v3_key', apiV3Key),
    })} returning id`,
  )
  const [loose] = await db`
    insert into resources (project_id, title, file_key, mime, bytes, sha256, duration_seconds, category_id)
    values (${projectId}, ${mark}, ${`test/${key}.mp4`}, 'video/mp4', 10, '\\x00', 60, ${categories.resource}) returning id`
  const bankId = await aBank(world, portal, { name: mark, practice: true })
  const spareBankId = await aBank(world, portal, { name: `${mark}备` })
  for (let i = 0; i < 6; i++) await aQuestion(world, portal, bankId, { part: { stem: `${mark} 第 ${i} 题` } })
  const questionId = await aQuestion(world, portal, bankId, { part: { stem: `${mark} 单题` } })
  const essayId = await aQuestion(world, portal, bankId, { part: { type: 'essay', stem: `${mark} 论述` } })
  await aQuestion(world, portal, null, {
    resourceId: built.resourceIds[0]!,
    atSecond: 5,
    part: { stem: `${mark} 视频题` },
  })
  const versionId = idOf(await db`select id from question_versions where question_id = ${questionId}`)
  const section = aSection(bankId, { count: 3 })
  const essay = aSection(bankId, { type: 'essay', count: 0, questionIds: [essayId] })
  const paperId = await aPaper(world, portal, [section], { name: mark })
  const essayPaperId = await aPaper(world, portal, [essay], { name: mark, mode: 'fixed' })
  const sparePaperId = await aPaper(world, portal, [section], { name: mark })
  const exam = (classId: string, paper: string, status: 'active' | 'draft') =>
    anExam(world, portal, { classId, paperId: paper, name: mark, status })
  const sealedPartnerId = randomUUID()
  const [spareRoleId, partnerId] = await Promise.all([
    db`insert into roles ${db({ projectId, roleName: `${mark}备`, roleSystem: 2, menus: [] })} returning id`.then(
      idOf,
    ),
    db`insert into partners ${db({
      id: sealedPartnerId,
      projectId,
      name: mark,
      code: `p${key}`,
      kind: 'standard',
      keySealed: world.app.secrets.seal('partners.key', sealedPartnerId, mark),
    })} returning id`.then(idOf),
  ])
  const bannerKey = `image/2023/${randomUUID()}.jpg`
  await db`insert into images ${db({
    key: bannerKey,
    projectId,
    accountId: keeperId,
    bytes: 1,
    width: 1,
    height: 1,
    usedAt: db`moment()`,
  } as never)}`
  const aBanner = async (sort: number) =>
    idOf(
      await db`insert into banners ${db({
        projectId,
        sort,
        title: mark,
        titleEn: '',
        showTitle: false,
        places: ['home', 'signUp'],
        pcKey: bannerKey,
        phoneKey: bannerKey,
        showPc: true,
        showPhone: false,
      })} returning id`,
    )
  const bannerIds = [await aBanner(1), await aBanner(2)]
  const childProjectId = await createProject(db, {
    parentId: projectId,
    settings: { title: `${mark}下`, shortTitle: mark },
  })
  const scheduledId = await addSettings(
    db,
    projectId,
    { orderMinutes: 45 },
    { actorId: keeperId, reason: mark, effectiveFrom: '2090-01-01T00:00:00Z' },
  )
  const jobId = idOf(
    await db`insert into jobs (type, lane, status) values ('import.check', 'people', 'succeeded') returning id`,
  )
  /** An import that waits for a yes, with a good row and a bad one. */
  const anImport = async (kind: string, unitId: string | null, params: object) => {
    const id = idOf(
      await db`insert into imports ${db({
        kind,
        projectId,
        unitId,
        operatorId: keeperId,
        fileName: mark,
        jobId,
        status: 'checked',
        params: db.json(params as never),
        rows: 2,
        fresh: 1,
        bad: 1,
        header: ['题干'],
        keys: ['stem'],
      } as never)} returning id`,
    )
    const row = { importId: id, label: mark, cells: db.json([mark] as never) }
    await db`insert into import_rows ${db([
      { ...row, rowNo: 2, groupNo: 2, state: 'good', problems: db.json([] as never) },
      {
        ...row,
        rowNo: 3,
        groupNo: 3,
        state: 'bad',
        problems: db.json([{ column: null, zh: mark, en: mark }] as never),
      },
    ])}`
    return id
  }
  const importId = await anImport('question', null, { bankId })
  return {
    childProjectId,
    scheduledId,
    key,
    projectId,
    portal,
    roleIds,
    units,
    spareUnits,
    keeperId,
    templateId,
    spareTemplateId,
    categories,
    wechatApp,
    wechatAppId,
    merchant,
    merchantId,
    built,
    essayClass,
    soldClass,
    freshClass,
    freeClass,
    spareClass,
    reviewClass,
    spareCourse,
    spareRoleId,
    partnerId,
    bannerIds,
    bannerKey,
    bankId,
    spareBankId,
    questionId,
    versionId,
    paperId,
    sparePaperId,
    importId,
    anImport,
    looseResourceId: loose!.id as string,
    examId: await exam(built.classId, paperId, 'active'),
    essayExamId: await exam(essayClass.classId, essayPaperId, 'active'),
    spareExamId: await exam(spareClass.classId, paperId, 'draft'),
    heldExamId: idOf(
      await db`update exams set status = 'withdrawn', held_since = moment()
        where id = ${await exam(spareClass.classId, paperId, 'draft')} returning id`,
    ),
  }
}

let serial = 0

/** Builds one learner of a unit who has begun everything a learner can begin. */
export async function aPlace(world: World, project: Project, key: string) {
  const { db, app, ask } = world
  const { portal, projectId } = project
  const mark = markOf('L', key)
  const unitId = project.units[key.slice(0, 2)]!
  const n = ++serial
  const mobile = `13900009${String(n).padStart(3, '0')}`
  const { secrets } = app
  const id = randomUUID()
  const { accountId, token } = await aSignedIn(
    world,
    { projectId, roleId: project.roleIds[4]!, roleSystem: 3, unitId, userName: mark },
    {
      id,
      mobileSealed: secrets.seal('accounts.mobile', id, mobile),
      mobileIndex: secrets.blindIndex('mobile', mobile),
      mobileMask: maskMobile(mobile),
    },
  )
  const first17 = `11010119900307${String(100 + n)}`
  const card = first17 + idCheckDigit(first17)
  await db`insert into students ${db({
    accountId,
    projectId,
    unitId,
    realName: mark,
    nameBigrams: bigramsOf(mark),
    cardSealed: secrets.seal('students.card', accountId, card),
    cardIndex: secrets.blindIndex('card', card),
    cardMask: maskIdCard(card),
    workPlace: mark,
  })}`
  const copyId = randomUUID()
  await db`insert into data_exports ${db({
    id: copyId,
    projectId,
    accountId,
    language: 'zh',
    status: 'ready',
    contentSealed: secrets.seal('data_exports.content', copyId, mark),
    expiresAt: db`moment() + interval '1 day'`,
  } as never)}`
  const join = (classId: string) => anEnrolment(world, portal, { accountId, classId })
  const enrolmentId = await join(project.built.classId)
  const essayEnrolmentId = await join(project.essayClass.classId)
  const appliedEnrolmentId = idOf(
    await db`insert into enrolments ${db({
      projectId,
      accountId,
      classId: project.reviewClass.classId,
      source: 'apply',
      status: 'applied',
    })} returning id`,
  )
  const itemId = project.built.itemIds[0]!
  const opened = await ask(studyCalls.getVideoToken, { enrolmentId, itemId, previous: null }, token)
  const order = await ask(
    orderCalls.saveOrder,
    { classIds: [project.soldClass.classId], expectedAmount: 6000 },
    token,
  )
  const refunded = await aRefundedOrder(world, {
    projectId,
    accountId,
    unitId,
    mark,
    classId: project.built.classId,
  })
  await db`insert into cart_items ${db({ accountId, classId: project.freshClass.classId, priceSeen: 6100 })}`
  const begun = await ask(attemptCalls.goClassExam, { examId: project.essayExamId }, token)
  const markedAttemptId = begun.attemptId
  await ask(attemptCalls.submitExam, { attemptId: markedAttemptId, answers: { 1: [mark] } }, token)
  // One learner sits no exam, so that practice is open to somebody.
  const { attemptId } =
    key === 'A2x' ? begun : await ask(attemptCalls.goClassExam, { examId: project.examId }, token)
  const certificateId = idOf(
    await db`insert into certificates ${db({
      projectId,
      accountId,
      enrolmentId: essayEnrolmentId,
      templateId: project.templateId,
      templateVersion: 1,
      kind: 'class',
      number: `N${key}`,
      verifyCode: `V${key}`,
      holder: db.json({
        realName: mark,
        cardMask: maskIdCard(card),
        unitName: mark,
        className: mark,
        year: 2023,
        hoursTenths: 80,
        number: `N${key}`,
        issuedDate: '2023-01-01',
        projectTitle: mark,
      } as never),
      design: db`(select design from certificate_templates where id = ${project.templateId})`,
    } as never)} returning id`,
  )
  await db`insert into hour_entries ${db({
    projectId,
    accountId,
    year: 2023,
    classType: 'public',
    attribute: 'required',
    hoursTenths: 80,
    source: 'external',
    title: mark,
  })}`
  const { accountId: managedId } = await aSignedIn(
    world,
    { projectId, roleId: project.spareRoleId, roleSystem: 2, unitId, userName: markOf('U', key) },
    {},
  )
  await db`
    update accounts set login_name = ${`managed_${key}`}, wechat_open_id = ${`o${key}`} where id = ${managedId}`
  await db`insert into second_factors ${db({
    accountId: managedId,
    secretSealed: secrets.seal('second_factors.secret', managedId, mark),
    confirmedAt: db`moment()`,
  } as never)}`
  const operationId = await db.begin(async (tx) => {
    await audit(tx, {
      by: { accountId, projectId },
      action: 'order.create',
      subjectKind: 'account',
      subjectId: accountId,
      reason: mark,
    })
    return idOf(await tx`select id from operation_logs where reason = ${mark} order by id desc`)
  })
  const errorId = idOf(
    await db`
      insert into exception_logs (project_id, account_id, source, place, trace_ids, kind, message, stack, fingerprint, day,
        times, first_at, last_at)
      values (${projectId}, ${accountId}, 'server', ${mark}, ${[mark]}, 'Error', ${mark}, '', ${Buffer.from(mark)},
        moment()::date, 1, moment(), moment())
      returning id`,
  )
  const message = { projectId, accountId, kind: 'order.paid' }
  const messageId = idOf(
    await db`insert into messages ${db({ ...message, params: db.json({ orderNo: mark, amount: 1 }) })} returning id`,
  )
  const deliveryId = idOf(
    await db`insert into message_deliveries ${db({
      ...message,
      messageId,
      channel: 'mail',
      recipientMask: 'a***@example.cn',
      status: 'failed',
    })} returning id`,
  )
  const sessionId = idOf(await db`select id from sessions where account_id = ${accountId}`)
  const anUpload = async (purpose: string, found: object) =>
    idOf(
      await db`insert into uploads ${db({
        id: db`new_id()`,
        projectId,
        accountId: project.keeperId,
        name: mark,
        bytes: 10,
        status: 'ready',
        purpose,
        found: db.json(found as never),
      } as never)} returning id`,
    )
  const uploadId = await anUpload('video', {
    fileKey: `test/${key}.mp4`,
    posterKey: `test/${key}.jpg`,
    sha256: String(n).padStart(64, '0'),
    facts: { mime: 'video/mp4', direct: true, durationSeconds: 60, width: 640, height: 360, hls: null },
  })
  const sheetUploadId = await anUpload('sheet', { fileKey: `import/${key}.xlsx` })
  const anExport = async (status: 'making' | 'ready') => {
    const id = randomUUID()
    const contentKey = drawBytes(32)
    const made = {
      fileKey: `test/${id}.sealed`,
      rows: 1,
      bytes: 1,
      expiresAt: db`moment() + interval '1 day'`,
      keySealed: secrets.seal('list_exports.key', id, contentKey.toString('hex')),
    }
    mkdirSync(world.app.files.path('test'), { recursive: true })
    if (status === 'ready') {
      const frames: Buffer[] = []
      for await (const frame of sealFrames(contentKey, Readable.from([Buffer.from(mark)]))) frames.push(frame)
      writeFileSync(world.app.files.path(made.fileKey), Buffer.concat(frames))
    }
    await db`insert into list_exports ${db({
      id,
      projectId,
      operatorId: project.keeperId,
      roleId: project.roleIds[0]!,
      status,
      path: studentExports.exportStudentList.path,
      language: 'zh',
      jobId: randomUUID(),
      fileName: mark,
      filterSealed: secrets.seal('list_exports.filter', id, '{}'),
      ...(status === 'ready' ? made : {}),
    } as never)}`
    return id
  }
  const makingExportId = await anExport('making')
  const readyExportId = await anExport('ready')
  const aView = async (isShared: boolean) => {
    const id = randomUUID()
    await db`insert into list_views ${db({
      id,
      projectId,
      ownerId: project.keeperId,
      isShared,
      path: studentManageCalls.findPageList.path,
      name: `${markOf('P', project.key)} ${key}`,
      filterSealed: secrets.seal('list_views.filter', id, '{}'),
    })}`
    return id
  }
  const viewId = await aView(false)
  const sharedViewId = await aView(true)
  const batchId = randomUUID()
  const input = { filter: {}, except: [], rest: { onShelf: true } }
  await db`insert into batches ${db({
    id: batchId,
    projectId,
    operatorId: project.keeperId,
    roleId: project.roleIds[0]!,
    path: classCalls.updateOnShelf.path,
    jobId: randomUUID(),
    inputSealed: secrets.seal('batches.input', batchId, JSON.stringify(input)),
  })}`
  const rosterImportId = await project.anImport('roster', unitId, { unitId })
  const serviced = await aServiced(world, project, { accountId, mark, managedId, enrolmentId })
  return {
    ...project,
    spareUnitId: project.spareUnits[key.slice(0, 2)]!,
    messageId,
    deliveryId,
    smsTemplateId: world.app.channels.sms!.own!.templates.get('order.paid')!,
    place: key,
    unitId,
    accountId,
    token,
    enrolmentId,
    essayEnrolmentId,
    appliedEnrolmentId,
    itemId,
    orderId: order.id,
    orderItemId: order.items[0]!.id,
    attemptId,
    markedAttemptId,
    certificateId,
    uploadId,
    copyId,
    sheetUploadId,
    rosterImportId,
    batchId,
    makingExportId,
    readyExportId,
    viewId,
    sharedViewId,
    managedId,
    operationId,
    errorId,
    sessionId,
    ...serviced,
    ...refunded,
    leaseToken: opened.leaseToken,
  }
}

/** An order of two classes paid at the counter, of which one is asked back. */
async function aRefundedOrder(
  { db }: World,
  {
    mark,
    classId,
    ...of
  }: { projectId: string; accountId: string; unitId: string; mark: string; classId: string },
) {
  const orderNo = `PAID${randomUUID().slice(0, 8).toUpperCase()}`
  const paidOrderId = idOf(
    await db`insert into orders ${db({
      ...of,
      payerName: mark,
      orderNo,
      amount: 9000,
      channel: 'offline',
      status: 'paid',
      paidAt: db`moment() - interval '3 days'`,
      expiresAt: db`moment()`,
    } as never)} returning id`,
  )
  const anItem = async (sort: number, refunding: number) =>
    idOf(
      await db`insert into order_items ${db({
        orderId: paidOrderId,
        accountId: of.accountId,
        classId,
        sort,
        name: mark,
        classType: 'public',
        year: 2023,
        hoursTenths: 80,
        price: 4500,
        payable: 4500,
        refunding,
        waiting: false,
      })} returning id`,
    )
  const paidItemId = await anItem(0, 0)
  const askedItemId = await anItem(1, 4500)
  const refundId = idOf(
    await db`insert into refunds ${db({
      projectId: of.projectId,
      accountId: of.accountId,
      applicantId: of.accountId,
      orderId: paidOrderId,
      kind: 'learner',
      refundNo: `${orderNo}-R1`,
      amount: 4500,
      status: 'applied',
      reason: mark,
    })} returning id`,
  )
  const sentRefundId = idOf(
    await db`insert into refunds ${db({
      projectId: of.projectId,
      accountId: of.accountId,
      applicantId: of.accountId,
      orderId: paidOrderId,
      kind: 'operator',
      refundNo: `${orderNo}-R2`,
      amount: 1,
      status: 'processing',
      reason: mark,
      channelNo: `${orderNo}-R2`,
      attempts: 1,
    })} returning id`,
  )
  await db`insert into refund_items ${db({
    refundId,
    orderItemId: askedItemId,
    amount: 4500,
    progress: 0,
    days: 3,
  })}`
  const [today] = await db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const serialNo = `BANK-${orderNo}`
  const receiptId = idOf(
    await db`insert into receipts ${db({
      projectId: of.projectId,
      serialNo,
      payerName: mark,
      day: today!.day as string,
      amount: 9000,
    })} returning id`,
  )
  const { projectId } = of
  const stuckPaymentId = idOf(
    await db`insert into payments ${db({
      projectId,
      orderId: paidOrderId,
      channel: 'wechat',
      method: 'native',
      outTradeNo: `${orderNo}_1`,
      description: mark,
      amount: 9000,
      failure: 'no answer',
      expiresAt: db`moment()`,
      askAt: db`moment() + interval '1 day'`,
    } as never)} returning id`,
  )
  const differenceId = idOf(
    await db`insert into payment_differences ${db({
      projectId,
      paymentId: stuckPaymentId,
      kind: 'wentBack',
      number: `${orderNo}_1_R1`,
      amount: 4500,
    })} returning id`,
  )
  return {
    paidOrderId,
    paidItemId,
    refundId,
    receiptId,
    serialNo,
    today: today!.day as string,
    sentRefundId,
    stuckPaymentId,
    differenceId,
  }
}

/** Fills the service desk for one learner: corrections and passes in three states, two problems. */
async function aServiced(
  world: World,
  { projectId, keeperId, built }: Project,
  {
    accountId,
    mark,
    managedId,
    enrolmentId,
  }: Record<'accountId' | 'mark' | 'managedId' | 'enrolmentId', string>,
) {
  const { db } = world
  const hours = async (year: number, more: { entryId?: string } & Record<string, unknown> = {}) => {
    const line = { year, classType: 'public', attribute: 'required' }
    const { entryId = null, ...state } = more
    const id = idOf(
      await db`insert into approvals ${db({
        projectId,
        subjectId: accountId,
        kind: 'hours',
        second: true,
        title: mark,
        reason: mark,
        proposerId: keeperId,
        part: `${year} public required`,
        before: db.json({ ...line, hoursTenths: 0 } as never),
        after: db.json({ ...line, hoursTenths: 10, change: 10 } as never),
        ...state,
      } as never)} returning id`,
    )
    await db`insert into corrections ${db({ id, accountId, entryId })}`
    return id
  }
  const decided = { deciderId: managedId, decidedAt: db`moment()` }
  const passes = async (part: string, more: object = {}) =>
    idOf(
      await db`insert into approvals ${db({
        projectId,
        subjectId: built.classId,
        kind: 'passes',
        second: true,
        title: mark,
        reason: mark,
        part: `${accountId} ${part}`,
        proposerId: managedId,
        before: db.json({
          count: 1,
          names: [mark],
          members: [{ id: enrolmentId, name: mark, status: 'active' }],
        }),
        after: db.json({ status: 'passed', passed: [] }),
        ...more,
      } as never)} returning id`,
    )
  const byKeeper = { deciderId: keeperId, decidedAt: db`moment()` }
  const entryId = idOf(
    await db`insert into hour_entries ${db({
      projectId,
      accountId,
      year: 2023,
      classType: 'public',
      attribute: 'required',
      hoursTenths: 10,
      source: 'correction',
      title: mark,
      reason: mark,
      operatorId: managedId,
    })} returning id`,
  )
  const problem = async (kind: 'unit' | 'hours') =>
    idOf(
      await db`insert into exception_registers ${db({
        projectId,
        accountId,
        kind,
        note: mark,
        registrarId: keeperId,
      })} returning id`,
    )
  return {
    proposalId: await passes('proposed'),
    approvedProposalId: await passes('approved', { status: 'approved', ...byKeeper }),
    appliedProposalId: await passes('applied', {
      status: 'applied',
      ...byKeeper,
      applierId: keeperId,
      appliedAt: db`moment()`,
    }),
    proposedId: await hours(2022),
    approvedId: await hours(2021, { status: 'approved', ...decided }),
    appliedId: await hours(2020, {
      status: 'applied',
      ...decided,
      entryId,
      applierId: managedId,
      appliedAt: db`moment()`,
    }),
    unitProblemId: await problem('unit'),
    hoursProblemId: await problem('hours'),
  }
}
