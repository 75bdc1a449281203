import type { Change } from '../../features/correction/contract.ts'
import { approve, propose, reject } from '../../features/correction/server/actions.ts'
import { createLearner, passwordOfNobody } from '../../features/student/server/actions.ts'
import { register } from '../../features/supportCase/server/actions.ts'
import { audit } from '../../server/audit.ts'
import type { Tx } from '../../server/db.ts'
import type { Secrets } from '../../server/secrets.ts'
import type { AppContext } from '../../server/appContext.ts'
import { people } from './content/people.ts'
import type { SeededPortal } from './portal.ts'
import { staffOf } from './staff.ts'

/** Fills the desk of customer service: corrections in every state, problems, a unit that is missing. */
export async function seedService(
  tx: Tx,
  { secrets }: AppContext,
  portal: SeededPortal,
  accountIds: readonly string[],
): Promise<void> {
  const [service, admin] = [await staffOf(tx, portal, 'service'), await staffOf(tx, portal, 'admin')]
  const learner = (n: number) => accountIds[n]!
  const year = Number(portal.today.slice(0, 4))
  const hours = (hoursTenths: number, title: string) =>
    ({ kind: 'hours', year, classType: 'public', attribute: 'required', hoursTenths, title }) as const
  const proposed = async (n: number, change: Change, reason: string) =>
    (await propose(tx, secrets, service, learner(n), { change, reason })).id

  const lecture = await proposed(2, hours(30, '线下学术讲座补录'), '签到表与主办单位证明已核对')
  await approve(tx, secrets, admin, lecture, true)
  const twice = await proposed(2, hours(-20, '重复登记扣减'), '同一讲座在两个单位各登记一次')
  await reject(tx, secrets, admin, twice, '请附上两次登记的截图后重新提出')
  await proposed(6, hours(45, '省级继续教育项目补录'), '学分证书编号已在省平台核对')
  const [person] = await tx`select real_name from students where account_id = ${learner(8)}`
  await proposed(
    8,
    { kind: 'identity', realName: `${person!.realName as string}华` },
    '身份证复印件与系统姓名少一字，已核对原件',
  )
  await register(tx, service, {
    accountId: learner(10),
    kind: 'hours',
    note: '学员称上月线下培训的学时没有入账，待主办单位回函',
  })
  await register(tx, service, {
    accountId: learner(12),
    kind: 'unit',
    note: '学员已调到市第二人民医院，请核对调动证明后更正',
  })
  await tx`update accounts set unit_id = null where id = ${learner(14)}`
  await tx`update students set unit_id = null, work_place = '社区卫生服务中心' where account_id = ${learner(14)}`
  await audit(tx, {
    by: service,
    action: 'student.view',
    subjectKind: 'account',
    subjectId: learner(0),
    after: { view: learner(0) },
    reason: '来电咨询，协助查找公需课入口',
  })
  await newcomers(tx, secrets, portal)
}

/** Two who registered by themselves and named a hospital, which has not confirmed them yet. */
async function newcomers(tx: Tx, secrets: Secrets, { projectId, unitIds }: SeededPortal): Promise<void> {
  const unitId = unitIds.get('hospital-1')!
  for (const { key, name, idCard, mobile, personnelCategory } of people(402).slice(400)) {
    const { accountId } = await createLearner(tx, secrets, {
      projectId,
      unitId,
      claimedUnitId: unitId,
      loginName: key,
      userName: name,
      passwordHash: await passwordOfNobody(),
      mobile,
      profile: { realName: name, cardNumber: idCard, personnelCategory },
    })
    await audit(tx, {
      by: { accountId, projectId },
      action: 'account.register',
      subjectKind: 'account',
      subjectId: accountId,
      after: { loginName: key, unitId },
    })
  }
}
