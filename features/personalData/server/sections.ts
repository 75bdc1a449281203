import type { MessageKind } from '../../../contract/message.ts'
import { renderMessage } from '../../../contract/message.ts'
import type { Bilingual } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Db } from '../../../server/db.ts'
import { namesOfCodes } from '../../dictionary/server/actions.ts'
import { readSaved } from '../../file/server/actions.ts'
import { getSettings } from '../../project/server/actions.ts'
import { profileLists } from '../../project/register/rules.ts'
import { identityOf } from './data.ts'
import { type CodeWords, fixedWords, statusWords } from './codeWords.ts'

type Row = Readonly<Record<string, unknown>>

/** A part of the copy: its title, its rows with each value under its name, and what codes among the values mean. */
export interface Section {
  title: Bilingual
  rows: readonly Row[]
  words: CodeWords
}

type App = Pick<AppContext, 'files' | 'secrets'>
type Kinds = ReadonlyMap<string, MessageKind>

async function profileOf(db: Db, { secrets }: App, accountId: string): Promise<Row> {
  const [row] = await db`
    select a.login_name, u.name as unit_name, s.gender, s.birth_date::text, s.nation, s.political_status, s.education,
      s.degree, s.title_level, s.job_title, s.personnel_category, s.school_name, s.major, s.work_place,
      s.work_since::text, s.verify_status, a.created_at, a.last_login_at, f.consent_at as face_consent_at,
      e.address_sealed, e.confirmed_at as mail_confirmed_at, b.nickname_sealed, a.wechat_open_id is not null as has_wechat,
      b.app_id
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    left join faces f on f.account_id = a.id left join message_mails e on e.account_id = a.id
    left join wechat_bindings b on b.account_id = a.id where a.id = ${accountId}`
  const { addressSealed, nicknameSealed, appId, ...profile } = row!
  return {
    ...(await identityOf(db, secrets, accountId)),
    mail: addressSealed && secrets.open('message_mails.address', accountId, addressSealed as Buffer),
    wechatName:
      nicknameSealed && appId
        ? secrets.open('wechat_bindings.nickname', accountId, nicknameSealed as Buffer)
        : null,
    ...profile,
  }
}

/** The pictures themselves, as they are shown. */
async function picturesOf(db: Db, app: App, accountId: string): Promise<Row[]> {
  const rows = await db<{ what: string; key: string; createdAt: string }[]>`
    select case when i.key = a.image_key then 'avatar' when i.key = s.photo_key then 'portrait' else 'other' end as what,
      i.key, i.created_at
    from images i join accounts a on a.id = ${accountId} left join students s on s.account_id = a.id
    where i.account_id = a.id or i.key in (a.image_key, s.photo_key)
      or i.key in (select p.proof_key from approvals p where p.subject_id = a.id) order by i.created_at`
  const shown: Row[] = []
  for (const { what, key, createdAt } of rows) {
    const bytes = await readSaved({ ...app, db: db as AppContext['db'] }, key)
    if (bytes) shown.push({ what, createdAt, picture: dataUri(bytes) })
  }
  const [face] = await db<{ pictureSealed: Buffer; takenAt: string }[]>`
    select picture_sealed, taken_at from face_pictures where account_id = ${accountId}`
  if (!face) return shown
  const bytes = Buffer.from(
    app.secrets.open('face_pictures.picture', accountId, face.pictureSealed),
    'base64',
  )
  return [...shown, { what: 'face', createdAt: face.takenAt, picture: dataUri(bytes) }]
}

function dataUri(bytes: Buffer): string {
  const type = bytes[0] === 0xff ? 'jpeg' : bytes[0] === 0x89 ? 'png' : 'webp'
  return `data:image/${type};base64,${bytes.toString('base64')}`
}

async function messagesOf(db: Db, kinds: Kinds, accountId: string): Promise<Row[]> {
  const rows = await db<{ kind: string; params: Row; readAt: string | null; createdAt: string }[]>`
    select kind, params, read_at, created_at from messages where account_id = ${accountId} order by id`
  return rows.map(({ kind, params, ...times }) => {
    const known = kinds.get(kind)
    return known ? { ...renderMessage(known, params), ...times } : { title: kind, text: params, ...times }
  })
}

/** Everything on record about a person, read at one moment; each feature declares which section shows a table of its own. */
export async function collectSections(db: Db, app: App, kinds: Kinds, accountId: string): Promise<Section[]> {
  const [account] = await db<{ projectId: string }[]>`select project_id from accounts where id = ${accountId}`
  const { projectId } = account!
  const { showClassType } = await getSettings(db, projectId)
  const words: CodeWords = {
    ...fixedWords,
    ...(await namesOfCodes(db, projectId, profileLists)),
    classType: Object.fromEntries(
      showClassType.map(({ key, name, nameEn }) => [key, { zh: name, en: nameEn }]),
    ),
  }
  const sections: Section[] = []
  const add = (zh: string, en: string, rows: readonly Row[], status: CodeWords = {}) =>
    sections.push({ title: { zh, en }, rows, words: { ...words, ...status } })

  add('个人资料', 'Profile', [await profileOf(db, app, accountId)])
  add('图片', 'Pictures', await picturesOf(db, app, accountId))
  add(
    ...(['角色', 'Roles'] as const),
    await db`select r.role_name, u.name as unit_name, l.created_at from account_roles l join roles r on r.id = l.role_id
      left join units u on u.id = l.unit_id where l.account_id = ${accountId} order by l.id`,
  )
  add(
    ...(['关联账号', 'Linked accounts'] as const),
    await db`select l.created_at, l.account_id = ${accountId} as own from account_links l
      where ${accountId} in (l.account_id, l.linked_id) order by l.id`,
  )
  add(
    ...(['工作人员给予的登录方式', 'Access given by staff'] as const),
    await db`select given_at from account_accesses where account_id = ${accountId} order by given_at`,
  )
  add(
    ...(['合作平台', 'Partner platforms'] as const),
    await db`select p.name as partner, l.external_id, l.created_at, l.last_arrival_at
      from partner_accounts l join partners p on p.id = l.partner_id where l.account_id = ${accountId}`,
  )
  add(
    ...(['同意记录', 'Consents'] as const),
    await db`select t.kind, t.version, c.ip, c.agreed_at from agreement_consents c
      join project_texts t on t.id = c.text_id where c.account_id = ${accountId} order by c.agreed_at`,
  )
  add(
    ...(['报名的技能', 'Chosen skill'] as const),
    await db`select c.name as title, k.created_at from chosen_skills k join class_categories c on c.id = k.category_id
      where k.account_id = ${accountId}`,
  )
  add(
    ...(['班级', 'Classes'] as const),
    await db`select c.name as class_name, c.year, c.class_type, e.status, e.progress / 100.0 as progress_percent,
        e.watched_seconds, e.exam_score, e.passed_at, e.expires_at, e.created_at
      from enrolments e join train_classes c on c.id = e.class_id where e.account_id = ${accountId} order by e.id`,
    statusWords.enrolment,
  )
  add(
    ...(['转班', 'Transfers'] as const),
    await db`select f.name as class_left, t.name as class_joined, r.carried_ms / 1000 as counted_seconds, r.reason,
        r.created_at, r.undone_at
      from transfer_records r join enrolments l on l.id = r.from_id join train_classes f on f.id = l.class_id
      join enrolments j on j.id = r.to_id join train_classes t on t.id = j.class_id
      where r.account_id = ${accountId} order by r.id`,
  )
  add(
    ...(['学时台账', 'Hours ledger'] as const),
    await db`select year, class_type, attribute, hours_tenths / 10.0 as hours, source, title, reason, created_at
      from hour_entries where account_id = ${accountId} order by id`,
  )
  add(
    ...(['学习记录', 'Study record'] as const),
    await db`select c.name as class_name, i.title, w.accepted_ms / 1000 as counted_seconds, w.duration_ms / 1000 as seconds,
        w.completed_at, w.updated_at
      from watch_coverages w join enrolments e on e.id = w.enrolment_id join train_classes c on c.id = e.class_id
      join course_items i on i.id = w.item_id where e.account_id = ${accountId} order by e.id, i.id`,
  )
  add(
    ...(['学习时段', 'Study sessions'] as const),
    await db`select i.title, l.opened_at as started_at, l.ended_at, l.accepted_ms / 1000 as counted_seconds, l.ip, l.agent
      from play_leases l join course_items i on i.id = l.item_id where l.account_id = ${accountId} order by l.opened_at`,
  )
  add(
    ...(['考试', 'Exams'] as const),
    await db`select x.name as title, t.number, t.status, t.score, t.total, t.passed, t.started_at, t.submitted_at,
        t.answers, t.ip, t.device as agent
      from exam_attempts t join exams x on x.id = t.exam_id where t.account_id = ${accountId} order by t.id`,
    statusWords.attempt,
  )
  add(
    ...(['练习', 'Practice'] as const),
    await db`select c.name as class_name, left(v.content->'parts'->(m.part)->>'stem', 60) as title, m.tries,
        m.wrong, m.checked_at as updated_at, null as created_at
      from exercise_marks m join questions q on q.id = m.question_id
      join question_versions v on v.question_id = q.id and v.version = q.version
      left join train_classes c on c.id = m.class_id where m.account_id = ${accountId}
      union all
      select c.name, left(v.content->'parts'->0->>'stem', 60), null, null, null, f.created_at
      from exercise_favourites f join questions q on q.id = f.question_id
      join question_versions v on v.question_id = q.id and v.version = q.version
      left join train_classes c on c.id = f.class_id where f.account_id = ${accountId}`,
  )
  add(
    ...(['证书', 'Certificates'] as const),
    await db`select number, kind, status, holder, issued_at from certificates where account_id = ${accountId} order by id`,
    statusWords.certificate,
  )
  add(
    ...(['购物车', 'Cart'] as const),
    await db`select c.name as class_name, k.price_seen / 100.0 as yuan, k.created_at
      from cart_items k join train_classes c on c.id = k.class_id where k.account_id = ${accountId} order by k.created_at`,
  )
  add(
    ...(['订单', 'Orders'] as const),
    await db`select o.order_no, o.status, o.amount / 100.0 as yuan, o.refunded / 100.0 as refunded_yuan, o.channel,
        o.payer_name as payer, o.created_at, o.paid_at, (select string_agg(i.name, '；' order by i.sort) from order_items i
          where i.order_id = o.id) as classes,
        (select string_agg(d.reason, '；' order by d.id) from order_adjustments d where d.order_id = o.id) as reduction_reason,
        (select string_agg(n.text, '；' order by n.id) from order_notes n where n.order_id = o.id) as note
      from orders o where o.account_id = ${accountId}
      union all
      -- Of what others pay, the person's own items.
      select o.order_no, o.status, sum(i.payable) / 100.0, sum(i.refunded) / 100.0, o.channel, o.payer_name, o.created_at,
        o.paid_at, string_agg(i.name, '；' order by i.sort), null, null
      from orders o join order_items i on i.order_id = o.id
      where i.account_id = ${accountId} and o.account_id is distinct from ${accountId} group by o.id
      order by created_at`,
    statusWords.order,
  )
  add(
    ...(['培训与考试报名', 'Sign-ups'] as const),
    await db`select g.title, p.status, p.fee / 100.0 as yuan, p.answers, p.reason, p.ticket_no, p.created_at, p.reviewed_at,
        (select string_agg(f.name, '；' order by f.created_at) from sign_up_files f where f.application_id = p.id) as file_name
      from sign_up_applications p join sign_ups g on g.id = p.sign_up_id where p.account_id = ${accountId} order by p.id`,
    statusWords.signUp,
  )
  add(
    ...(['成绩', 'Scores'] as const),
    await db`select coalesce(x.name, g.title) as title, coalesce(k.name, j.name) as subject, c.points as score, c.result, c.source,
        c.entered_at, m.reason as appeal, m.status as appeal_status, m.answer, m.created_at as appealed_at
      from scores c left join exam_attempts t on t.id = c.attempt_id left join exams x on x.id = t.exam_id
      left join train_classes k on k.id = x.class_id left join sign_up_subjects j on j.id = c.subject_id
      left join sign_ups g on g.id = j.sign_up_id left join score_publications b on b.subject_id = c.subject_id
      left join score_appeals m on m.score_id = c.id
      where c.account_id = ${accountId} and c.result <> 'deleted' and (c.attempt_id is not null or b.publish_at <= moment())
      order by c.id`,
    statusWords.score,
  )
  add(
    ...(['退款', 'Refunds'] as const),
    await db`select r.refund_no, o.order_no, r.status, r.amount / 100.0 as yuan, r.reason, r.decision, r.created_at,
        r.succeeded_at
      from refunds r join orders o on o.id = r.order_id where r.account_id = ${accountId} order by r.id`,
    statusWords.refund,
  )
  add(
    ...(['发票', 'Invoices'] as const),
    await db`select i.apply_no, i.kind, i.status, i.title, i.amount / 100.0 as yuan, i.number, i.email, i.created_at,
        i.issued_at
      from invoices i where i.account_id = ${accountId} order by i.id`,
    statusWords.invoice,
  )
  add(
    ...(['发票抬头', 'Invoice titles'] as const),
    await db`select kind, name, tax_no, address, phone, bank, bank_account, used_at from invoice_titles
      where account_id = ${accountId} order by id`,
  )
  add(
    ...(['数据更正', 'Corrections'] as const),
    await db`select p.kind, p.status, p.before, p.after, p.reason, p.decision, p.created_at, p.decided_at, p.applied_at
      from corrections c join approvals p on p.id = c.id where c.account_id = ${accountId} order by p.id`,
    statusWords.approval,
  )
  add(
    ...(['异常登记', 'Issues'] as const),
    await db`select kind, note, status, outcome, created_at, settled_at from exception_registers
      where account_id = ${accountId} order by id`,
    statusWords.exception,
  )
  add('消息', 'Messages', await messagesOf(db, kinds, accountId))
  add(
    ...(['消息发送记录', 'Deliveries of messages'] as const),
    await db`select channel, recipient_mask as recipient, status, created_at, sent_at from message_deliveries
      where account_id = ${accountId} order by id`,
    statusWords.delivery,
  )
  add(
    ...(['推送到其他系统的结果', 'Pushed results'] as const),
    await db`select event, title, year, class_type, hours_tenths / 10.0 as hours, status, created_at, tried_at as sent_at
      from pushes where account_id = ${accountId} order by seq`,
    statusWords.push,
  )
  add(
    ...(['关闭的接收方式', 'Refused channels'] as const),
    await db`select channel from message_refusals where account_id = ${accountId}`,
  )
  add(
    ...(['工作人员查看记录', 'Views by staff'] as const),
    await db`select l.action, v.user_name as by, l.reason, l.created_at from operation_logs l
      left join accounts v on v.id = l.actor_id
      where l.subject_kind = 'account' and l.subject_id = ${accountId}
        and l.action in ('student.view', 'student.reveal') order by l.created_at`,
  )
  add(
    ...(['登录', 'Sign-ins'] as const),
    await db`select created_at, ip, agent, revoked_at as ended_at from sessions
      where account_id = ${accountId} and viewed_from is null order by created_at desc`,
  )
  add(
    ...(['二次验证', 'Second factor'] as const),
    await db`select created_at, confirmed_at from second_factors where account_id = ${accountId}`,
  )
  add(
    ...(['上传的文件', 'Uploads'] as const),
    await db`select name as title, bytes, touched_at as updated_at from uploads where account_id = ${accountId}`,
  )
  add(
    ...(['个人数据文件', 'Copies of the data'] as const),
    await db`select status, created_at, expires_at from data_exports where account_id = ${accountId} order by created_at`,
    statusWords.copy,
  )
  add(
    ...(['账号注销', 'Closing of the account'] as const),
    await db`select status, created_at, due_at, ended_at from account_closings where account_id = ${accountId}
      order by created_at`,
    statusWords.closing,
  )
  return sections
}
