import { maskIdCard, maskMobile } from '../../contract/identity.ts'
import { bigramsOf } from '../../contract/search.ts'
import type { Tx } from '../../server/db.ts'
import type { AppContext } from '../../server/appContext.ts'
import { hashPassword } from '../../server/password.ts'
import { people } from './content/people.ts'
import type { SeededPortal } from './portal.ts'

/** Demo accounts: what they are called and which role, by its place in `startRoles`, they have. */
const staff = [
  { loginName: 'admin', userName: '陈管理', role: 0, unit: null, mobile: '16000000001' },
  { loginName: 'unit', userName: '周单位', role: 1, unit: 'hospital-1', mobile: '16000000002' },
  { loginName: 'finance', userName: '吴财务', role: 2, unit: null, mobile: '16000000003' },
  { loginName: 'service', userName: '郑客服', role: 3, unit: null, mobile: '16000000004' },
] as const

/** Accounts of the demo and 200 learners with their profiles; the first learner signs in as `learner`. */
export async function seedPeople(tx: Tx, app: AppContext, portal: SeededPortal): Promise<string[]> {
  const { projectId, roleIds, unitIds } = portal
  const { secrets } = app
  const passwordHash = await hashPassword('Demo2026a')
  const learners = people(200)
  // Known before they are written: a number is sealed for its row.
  const ids = await tx<{ id: string }[]>`
    select new_id() as id from generate_series(1, ${staff.length + learners.length})`
  const accountIds = ids.slice(staff.length).map(({ id }) => id)
  const mobileColumns = (id: string, mobile: string) => ({
    id,
    mobileSealed: secrets.seal('accounts.mobile', id, mobile),
    mobileIndex: secrets.blindIndex('mobile', mobile),
    mobileMask: maskMobile(mobile),
  })
  await tx`insert into accounts ${tx(
    staff.map(({ loginName, userName, role, unit, mobile }, i) => ({
      projectId,
      roleId: roleIds[role]!,
      unitId: unit ? unitIds.get(unit)! : null,
      loginName,
      userName,
      passwordHash,
      demo: true,
      ...mobileColumns(ids[i]!.id, mobile),
    })),
  )}`
  await tx`insert into accounts ${tx(
    learners.map((person, i) => ({
      projectId,
      roleId: roleIds[4]!,
      unitId: unitIds.get(person.unit)!,
      loginName: i === 0 ? 'learner' : person.key,
      userName: person.name,
      passwordHash,
      demo: true,
      ...mobileColumns(accountIds[i]!, person.mobile),
    })),
  )}`
  await tx`insert into students ${tx(
    learners.map((person, i) => ({
      accountId: accountIds[i]!,
      projectId,
      unitId: unitIds.get(person.unit)!,
      realName: person.name,
      nameBigrams: bigramsOf(person.name),
      cardSealed: secrets.seal('students.card', accountIds[i]!, person.idCard),
      cardIndex: secrets.blindIndex('card', person.idCard),
      cardMask: maskIdCard(person.idCard),
      gender: person.gender,
      birthDate: person.birthDate,
      education: person.education,
      jobTitle: person.jobTitle,
      personnelCategory: person.personnelCategory,
    })),
  )}`
  return accountIds
}
