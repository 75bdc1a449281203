import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { addSettings, createProject } from '../../features/project/server/actions.ts'
import { startRoles } from '../../features/role/rules.ts'
import { aTemplate } from '../build/certificate.ts'
import { aClass, aClassCategory, aCourse } from '../build/class.ts'
import { aBank, aPaper, aQuestion, aSection, anExam } from '../build/exam.ts'
import { aUnit, type BuiltPortal } from '../build/portal.ts'
import type { World } from '../harness.ts'
import { aSignedIn, markOf } from './people.ts'
import { theSignUps } from './signUps.ts'
import { type AddRow, openRows } from './rows.ts'

/** A project with all that its people share; every name carries the project's mark. */
export interface Project extends Awaited<ReturnType<typeof aProject>> {}

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

/** Builds a project of two units with one row of every kind. */
export async function aProject(world: World, key: 'A' | 'B') {
  const { db } = world
  const mark = markOf('P', key)
  const titles = (title: string) => ({ title, shortTitle: mark })
  const projectId = await createProject(db, { settings: titles(mark), aboutUs: mark, agreement: mark })
  const rows: Record<string, string> = { projects: projectId }
  const add = await openRows(world, mark, rows)
  const roleIds: string[] = []
  for (const { roleName, roleSystem, menus } of startRoles)
    roleIds.push(await add('roles', { roleName: `${roleName}${mark}`, roleSystem, menus: [...menus] }))
  const spareRoleId = await add('roles', { roleName: `${mark}备`, roleSystem: 2 })
  const units: Record<string, string> = {}
  const spareUnits: Record<string, string> = {}
  for (const unit of [`${key}1`, `${key}2`]) {
    const unitId = (units[unit] = await aUnit(world, projectId))
    spareUnits[unit] = await aUnit(world, projectId, unitId)
    const name = markOf('U', unit)
    await db`update units set name = ${name}, contact = ${name} where path like ${`${unitId}/%`}`
  }
  const portal: BuiltPortal = {
    projectId,
    unitId: units[`${key}1`]!,
    roles: { admin: roleIds[0]!, unit: roleIds[1]!, learner: roleIds[4]! },
  }
  const keeper = { projectId, roleId: roleIds[0]!, roleSystem: 1, unitId: null, userName: mark }
  const { accountId: keeperId } = await aSignedIn(world, keeper, {})
  Object.assign(rows, { accounts: keeperId, roles: roleIds[0] })
  const templateId = await aTemplate(world, projectId)
  const spareTemplateId = await aTemplate(world, projectId)
  const skillTemplateId = await aTemplate(world, projectId, 'skill')
  await db`update certificate_templates set name = ${mark} where project_id = ${projectId}`
  const categories = {
    resource: await add('resource_categories', { name: `${mark}1` }),
    spareResource: await add('resource_categories', { name: `${mark}2` }),
    course: await add('course_categories', { name: `${mark}3` }),
    spareCourse: await add('course_categories', { name: `${mark}4` }),
    class: await aClassCategory(world, portal, { name: mark }),
    spareClass: await aClassCategory(world, portal, { name: `${mark}备` }),
    paper: await add('exam_types', { kind: 'paper', name: `${mark}5` }),
    exam: await add('exam_types', { kind: 'exam', name: `${mark}6` }),
  }
  const classNamed = (name: string, more: Parameters<typeof aClass>[2] = {}) =>
    aClass(world, portal, {
      name: `${mark}${name}`,
      price: 0,
      categoryId: categories.class,
      courses: [{ name: mark }],
      ...more,
    })
  const built = await classNamed('主', { certificateTemplateId: templateId })
  const essayClass = await classNamed('论', { certificateTemplateId: templateId })
  const soldClass = await classNamed('售', { price: 6000 })
  const freshClass = await classNamed('新', { price: 6100 })
  const spareClass = await classNamed('备', { status: 'draft' })
  const freeClass = await classNamed('免')
  const groupClass = await classNamed('团', { price: 6000 })
  const leftClass = await classNamed('离')
  const movedClass = await classNamed('转')
  const pushedClass = await classNamed('推')
  const reviewClass = await classNamed('审', { needReview: true })
  const spareCourse = await aCourse(world, portal, { name: `${mark}闲` })
  const wechatApp = { appId: `wx000000000000000${key}`, kind: 'open', provider: 'demo' } as const
  const exams = await theExams(world, portal, mark, { built, essayClass, spareClass })
  const bannerKey = `image/2023/${randomUUID()}.jpg`
  await add('images', { key: bannerKey, usedAt: db`moment()` })
  const aBanner = (sort: number) =>
    add('banners', { sort, places: ['home', 'signUp'], pcKey: bannerKey, phoneKey: bannerKey, showPc: true })
  const jobId = await add('jobs', { type: 'import.check', lane: 'people', status: 'succeeded' })
  const anImport = (kind: string, unitId: string | null, params: object, draft?: object) =>
    anImportOf(add, mark, { kind, unitId, params, jobId, draft })
  return {
    key,
    projectId,
    portal,
    roleIds,
    spareRoleId,
    units,
    spareUnits,
    keeperId,
    templateId,
    spareTemplateId,
    skillTemplateId,
    categories,
    built,
    essayClass,
    soldClass,
    freshClass,
    freeClass,
    groupClass,
    leftClass,
    movedClass,
    pushedClass,
    spareClass,
    reviewClass,
    spareCourse,
    wechatApp,
    merchant,
    bannerKey,
    anImport,
    ...exams,
    wechatAppId: await add('wechat_apps', { ...wechatApp, secretSealed: '0'.repeat(32) }),
    merchantId: await add('merchants', {
      ...merchant,
      privateKeySealed: merchant.privateKey,
      platformKeySealed: merchant.platformKey,
      apiV3KeySealed: merchant.apiV3Key,
    }),
    partnerId: await add('partners', { code: `p${key}` }),
    looseResourceId: await add('resources', {
      fileKey: `test/${key}.mp4`,
      mime: 'video/mp4',
      durationSeconds: 60,
      categoryId: categories.resource,
    }),
    receiver: await aReceiverOf(add),
    bannerIds: [await aBanner(1), await aBanner(2)],
    ...(await theSignUps(add)),
    ...(await thePlans(add, built)),
    ...(await theNotices(add, built)),
    childProjectId: await createProject(db, { parentId: projectId, settings: titles(`${mark}下`) }),
    scheduledId: await addSettings(
      db,
      projectId,
      { orderMinutes: 45 },
      { actorId: keeperId, reason: mark, effectiveFrom: '2090-01-01T00:00:00Z' },
    ),
    importId: await anImport('question', null, { bankId: exams.bankId }),
    videoListId: await anImport('videoList', null, {}, { fileName: mark, title: mark, folder: null }),
    scoreImportId: await anImport('score', null, {}),
  }
}

/** The outside system that results are pushed to, where nobody listens; returns what is edited of it. */
async function aReceiverOf(add: AddRow) {
  const receiver = {
    address: 'http://127.0.0.1:9/',
    fields: [{ field: 'event', key: 'event' }],
    hourUnit: 'hours',
  } as const
  await add('project_configs', { kind: 'push', content: { open: true, subjects: ['pass', 'hours'] } })
  await add('push_receivers', { ...receiver, secretSealed: 'a-secret-of-sixteen' })
  return receiver
}

/** A published training plan with a class, and a draft. */
async function thePlans(add: AddRow, { classId }: BuiltClass) {
  const of = { year: 2023, hours: { public: 300 } }
  const planId = await add('train_plans', { ...of, status: 'published' })
  await add('train_plan_classes', { planId, classId, required: true })
  return { planId, draftPlanId: await add('train_plans', { ...of, status: 'draft' }) }
}

/** A published notice of the project, a published announcement of a class, and a popup. */
async function theNotices(add: AddRow, { classId }: BuiltClass) {
  const of = { status: 'published', publishedAt: '2023-01-01T00:00:00Z', content: '<p>好</p>' }
  await add('project_texts', { kind: 'popup', version: 1 })
  return {
    noticeId: await add('notices', { ...of, classId: null }),
    draftNoticeId: await add('notices', { ...of, classId: null, status: 'draft' }),
    draftAnnouncementId: await add('notices', { ...of, classId, status: 'draft' }),
    announcementId: await add('notices', { ...of, classId }),
  }
}

type BuiltClass = Awaited<ReturnType<typeof aClass>>

/** Builds banks with questions, papers of them, and an exam in every state. */
async function theExams(
  world: World,
  portal: BuiltPortal,
  mark: string,
  { built, essayClass, spareClass }: Record<'built' | 'essayClass' | 'spareClass', BuiltClass>,
) {
  const { db } = world
  const bankId = await aBank(world, portal, { name: mark, practice: true })
  for (let i = 0; i < 6; i++) await aQuestion(world, portal, bankId, { part: { stem: `${mark} 第 ${i} 题` } })
  const questionId = await aQuestion(world, portal, bankId, { part: { stem: `${mark} 单题` } })
  const essayId = await aQuestion(world, portal, bankId, { part: { type: 'essay', stem: `${mark} 论述` } })
  const pinnedId = await aQuestion(world, portal, null, {
    resourceId: built.resourceIds[0]!,
    atSecond: 1,
    part: { stem: `${mark} 视频题` },
  })
  const [version] = await db`select id from question_versions where question_id = ${questionId}`
  const [pinned] = await db`select id from question_versions where question_id = ${pinnedId}`
  const section = aSection(bankId, { count: 3 })
  const essay = aSection(bankId, { type: 'essay', count: 0, questionIds: [essayId] })
  const paperId = await aPaper(world, portal, [section], { name: mark })
  const essayPaperId = await aPaper(world, portal, [essay], { name: mark, mode: 'fixed' })
  const exam = ({ classId }: BuiltClass, paper: string, status: 'active' | 'draft') =>
    anExam(world, portal, { classId, paperId: paper, name: mark, status })
  const heldExamId = await exam(spareClass, paperId, 'draft')
  await db`update exams set status = 'withdrawn', held_since = moment() where id = ${heldExamId}`
  return {
    bankId,
    spareBankId: await aBank(world, portal, { name: `${mark}备` }),
    questionId,
    versionId: version!.id as string,
    pinVersionId: pinned!.id as string,
    paperId,
    sparePaperId: await aPaper(world, portal, [section], { name: mark }),
    examId: await exam(built, paperId, 'active'),
    essayExamId: await exam(essayClass, essayPaperId, 'active'),
    spareExamId: await exam(spareClass, paperId, 'draft'),
    heldExamId,
  }
}

/** Adds an import that waits for a yes, with a good row and a bad one. */
async function anImportOf(
  add: AddRow,
  mark: string,
  {
    kind,
    unitId,
    params,
    jobId,
    draft,
  }: { kind: string; unitId: string | null; params: object; jobId: string; draft: object | undefined },
) {
  const importId = await add('imports', {
    kind,
    unitId,
    params,
    jobId,
    status: 'checked',
    rows: 2,
    fresh: 1,
    bad: 1,
    header: ['题干'],
    keys: ['stem'],
  })
  const problems = [{ column: null, zh: mark, en: mark }]
  const row = { importId, cells: [mark] }
  const good = { ...row, rowNo: 2, groupNo: 2, state: 'good', problems: [] }
  await add('import_rows', { ...good, ...(draft && { draft }) })
  await add('import_rows', { ...row, rowNo: 3, groupNo: 3, state: 'bad', problems })
  return importId
}
