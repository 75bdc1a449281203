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
  const mobileColumns = (mobile: string) => ({
    mobileSealed: secrets.seal('accounts.mobile', mobile),
    mobileIndex: secrets.blindIndex('mobile', mobile),
    mobileMask: maskMobile(mobile),
  })
  await tx`insert into accounts ${tx(
    staff.map(({ loginName, userName, role, unit, mobile }) => ({
      projectId,
      roleId: roleIds[role]!,
      unitId: unit ? unitIds.get(unit)! : null,
      loginName,
      userName,
      passwordHash,
      demo: true,
      ...mobileColumns(mobile),
    })),
  )}`
  const learners = people(200)
  const rows = await tx`insert into accounts ${tx(
    learners.map((person, i) => ({
      projectId,
      roleId: roleIds[4]!,
      unitId: unitIds.get(person.unit)!,
      loginName: i === 0 ? 'learner' : person.key,
      userName: person.name,
      passwordHash,
      demo: true,
      ...mobileColumns(person.mobile),
    })),
  )} returning id`
  const accountIds = rows.map((row) => row.id as string)
  await tx`insert into students ${tx(
    learners.map((person, i) => ({
      accountId: accountIds[i]!,
      projectId,
      unitId: unitIds.get(person.unit)!,
      realName: person.name,
      nameBigrams: bigramsOf(person.name),
      cardSealed: secrets.seal('students.card', person.idCard),
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
