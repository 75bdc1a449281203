import { applyFor, applyMyself } from '../../features/signUp/application/server/person.ts'
import { reviewApplications, withdrawMine } from '../../features/signUp/application/server/actions.ts'
import type { Answer } from '../../features/signUp/application/contract.ts'
import { saveFile } from '../../features/signUp/application/server/document.ts'
import type { SignUpFields } from '../../features/signUp/contract.ts'
import { orderMyFee, placeUnitOrder } from '../../features/signUp/fee/server/actions.ts'
import { assignAll } from '../../features/signUp/seat/server/actions.ts'
import { changeStatus, saveSignUp } from '../../features/signUp/server/actions.ts'
import { cancelOrder } from '../../features/order/server/actions.ts'
import { waiveOrPropose } from '../../features/order/server/waiver.ts'
import { refundOrPropose } from '../../features/refund/server/execute.ts'
import type { AppContext } from '../../server/appContext.ts'
import { hasDemoGateway } from '../../server/channels/openPayment.ts'
import type { Tx } from '../../server/db.ts'
import type { ProjectSession, Session } from '../../server/session.ts'
import { signUpsOn } from './content/signUps.ts'
import { seedPayments } from './orders.ts'
import { withPicture } from './pictures.ts'
import type { SeededPortal } from './portal.ts'
import { learnerOf, managerOf, staffOf } from './staff.ts'
import { answer, request, settle } from './trade.ts'

/** The demo while its sign-ups are seeded, and who handles them in the office. */
interface Demo {
  tx: Tx
  app: AppContext
  portal: SeededPortal
  admin: ProjectSession
  finance: ProjectSession
}

/** A sign-up that is open, as its applicants name it. */
interface Open {
  id: string
  fields: SignUpFields
  subjectIds: string[]
}

/** A certificate of graduation, as a picture. */
const diploma = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="460">
  <rect width="640" height="460" fill="#fdfcf7"/>
  <rect x="20" y="20" width="600" height="420" fill="none" stroke="#9c2f2f" stroke-width="4"/>
  <rect x="60" y="150" width="120" height="160" fill="#e8e4d6" stroke="#b9b29a"/>
  <path d="M220 90h200M220 170h340M220 210h340M220 250h340M220 290h220" stroke="#6d6651" stroke-width="6"/>
  <circle cx="520" cy="370" r="46" fill="none" stroke="#b03a2e" stroke-width="5"/>
</svg>`

const posts = ['工程师', '主治医师', '中学教师', '会计师', '农艺师']

/** Writes a sign-up and opens it. */
export async function open({ tx, admin }: Demo, fields: SignUpFields): Promise<Open> {
  const { id } = await saveSignUp(tx, admin, fields)
  await changeStatus(tx, admin, id, 'publish')
  // It has been open since then.
  await tx`update sign_ups set published_at = opens_at where id = ${id}`
  const subjects = await tx<{ id: string }[]>`
    select id from sign_up_subjects where sign_up_id = ${id} order by sort`
  return { id, fields, subjectIds: subjects.map((subject) => subject.id) }
}

/** Answers of the n-th applicant, but for files. */
export function filledIn({ id, fields, subjectIds }: Open, n: number) {
  const graduated = Number(fields.opensAt.slice(0, 4)) - 4 - (n % 20)
  const answers = fields.fields.flatMap(({ key, kind, choices }): Answer[] => {
    if (kind === 'file') return []
    if (kind === 'choice') return [{ key, choices: [choices[n % choices.length]!] }]
    if (kind === 'number') return [{ key, number: n % 20 }]
    if (kind === 'date') return n % 3 === 2 ? [] : [{ key, date: `${graduated}-06-30` }]
    return [kind === 'agreement' ? { key, agreed: true } : { key, text: posts[n % posts.length]! }]
  })
  return { signUpId: id, formVersion: 1, answers, subjectIds }
}

/** Answers of the n-th applicant, who is signed in; every third brings the files as well. */
async function withFiles({ tx, app }: Demo, session: Session, to: Open, n: number) {
  const filled = filledIn(to, n)
  if (n % 3 > 0) return filled
  for (const { key, label } of to.fields.fields.filter(({ kind }) => kind === 'file')) {
    const file = await withPicture(diploma, ({ path, bytes }) =>
      saveFile(
        { db: tx, secrets: app.secrets },
        session,
        { signUpId: to.id, key },
        {
          path,
          bytes,
          name: `${label}.jpg`,
          mime: 'image/jpeg',
        },
      ),
    )
    filled.answers.push({ key, fileId: file.id })
  }
  return filled
}

/** Orders the fee of an application that was approved. */
async function order(
  { tx }: Demo,
  session: Session,
  applicationId: string,
  { fields }: Open,
): Promise<string> {
  return (await orderMyFee(tx, session, { applicationId, expectedAmount: fields.fee })).orderId
}

/** Lets the demo's channel take the money of an order, and the product hear of it. */
async function pay(
  { tx, app }: Demo,
  orderId: string,
): Promise<{ id: string; orderNo: string; amount: number }> {
  // As text the moment is not cut to milliseconds: nothing comes before the order, or after its payment.
  const [row] = await tx<
    { id: string; orderNo: string; amount: number; expiresAt: string; placedAt: string }[]
  >`
    select id, order_no, amount, expires_at, created_at::text as placed_at from orders where id = ${orderId}`
  const { placedAt } = row!
  const money = { channel: 'wechat', method: 'native', openedAt: placedAt, paidAt: placedAt } as const
  await seedPayments(tx, app.environment, [{ ...row!, money, settledAt: null }])
  await settle(tx, row!)
  return row!
}

/** Applicants of an exam by how far they are, counted from the first of those who apply. */
const stages = {
  applied: 8,
  rejected: 4,
  withdrawn: 3,
  approved: 5,
  ordered: 3,
  lapsed: 1,
  waived: 1,
  paid: 13,
  refunded: 1,
  late: 1,
}

/** An exam with applicants in every state: to be reviewed, to pay, paid, seated, refunded, ended. */
async function seedExam(demo: Demo, exam: Open, accountIds: readonly string[]): Promise<void> {
  const { tx, portal, admin, finance } = demo
  let n = 0
  /** Lets the next people apply, and goes on with each. */
  async function each(stage: keyof typeof stages, then: (id: string, session: Session) => Promise<unknown>) {
    for (let i = 0; i < stages[stage]; i++, n++) {
      const session = await learnerOf(tx, portal, accountIds[n]!)
      const { id } = await applyMyself(tx, session, await withFiles(demo, session, exam, n))
      await then(id, session)
    }
  }
  const approve = (id: string) => reviewApplications(tx, admin, [id], { approve: true })
  const confirm = async (id: string, session: Session) => {
    await approve(id)
    return pay(demo, await order(demo, session, id, exam))
  }
  await each('applied', async () => {})
  const reason = '现任岗位与报考条件不符，请补充单位证明后重新报名'
  await each('rejected', (id) => reviewApplications(tx, admin, [id], { approve: false, reason }))
  await each('withdrawn', (id, session) => withdrawMine(tx, session, id))
  await each('approved', approve)
  await each('ordered', async (id, session) => {
    await approve(id)
    await order(demo, session, id, exam)
  })
  await each('lapsed', async (id, session) => {
    await approve(id)
    await cancelOrder(tx, session, await order(demo, session, id, exam))
  })
  await each('waived', async (id, session) => {
    await approve(id)
    const orderId = await order(demo, session, id, exam)
    await waiveOrPropose(tx, finance, { orderId, reason: '援助地区的学员，按主管部门的通知免收考试费' })
  })
  if (!hasDemoGateway(demo.app.environment)) return
  await each('paid', confirm)
  await each('refunded', async (id, session) => {
    const refundId = await request(
      tx,
      finance,
      await confirm(id, session),
      '因病不能参加考试，已提交诊断证明',
    )
    await refundOrPropose(tx, finance, refundId, undefined)
    await answer(tx, refundId, 'succeeded')
  })
  await assignAll(tx, admin, exam.id)
  await each('late', confirm)
}

/** Sign-ups for a training and an exam with applicants in every state, of their own and of a unit, and one being written. */
export async function seedSignUps(
  tx: Tx,
  app: AppContext,
  portal: SeededPortal,
  accountIds: readonly string[],
): Promise<void> {
  const [admin, finance] = [await staffOf(tx, portal, 'admin'), await staffOf(tx, portal, 'finance')]
  const demo: Demo = { tx, app, portal, admin, finance }
  const { training, exam, nursing, draft } = signUpsOn(portal.today)
  await saveSignUp(tx, admin, draft)
  const course = await open(demo, training)
  for (const [n, accountId] of accountIds.slice(100, 110).entries()) {
    const { id } = await applyMyself(tx, await learnerOf(tx, portal, accountId), filledIn(course, n))
    if (n > 4) await reviewApplications(tx, admin, [id], { approve: true })
  }
  const forHealth = await open(demo, nursing)
  const nurses = await tx<{ accountId: string }[]>`
    select s.account_id from students s join accounts a on a.id = s.account_id and a.status = 'active'
    where a.id = any(${accountIds.slice(1, 60) as string[]}::uuid[]) and s.personnel_category = 'health'
    order by a.id limit 4`
  for (const [n, { accountId }] of nurses.entries())
    await applyMyself(tx, await learnerOf(tx, portal, accountId), filledIn(forHealth, n))
  const sitting = await open(demo, exam)
  await seedExam(demo, sitting, accountIds.slice(60, 100))

  // The one who signs in as the demo's learner has a fee to pay.
  const learner = await learnerOf(tx, portal, accountIds[0]!)
  const own = await applyMyself(tx, learner, filledIn(sitting, 0))
  await reviewApplications(tx, admin, [own.id], { approve: true })

  const manager = await managerOf(tx, portal, 'unit')
  const staff = await tx<{ accountId: string }[]>`
    select a.id as account_id from accounts a join roles r on r.id = a.role_id and r.role_system = 3
    where a.unit_id = ${manager.unitId} and a.status = 'active' and a.id <> all(${accountIds.slice(60, 100) as string[]})
      and a.id <> ${accountIds[0]!}
    order by a.id limit 3`
  const applicationIds: string[] = []
  for (const [n, { accountId }] of staff.entries()) {
    const { id } = await applyFor(tx, manager, { accountId, ...filledIn(sitting, n) })
    await reviewApplications(tx, admin, [id], { approve: true })
    applicationIds.push(id)
  }
  const expectedAmount = sitting.fields.fee * applicationIds.length
  await placeUnitOrder(tx, manager, { applicationIds, expectedAmount, requestKey: 'demo sign-ups of a unit' })
}
