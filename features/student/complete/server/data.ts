import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf } from '../../../../server/db.ts'
import { findRegisterFields } from '../../../project/register/server/actions.ts'
import { MyInfo } from '../contract.ts'
import { completenessOf, requiredOf } from '../rules.ts'

const InfoRow = Type.Interface([Type.Omit(MyInfo, ['roleName', 'imagePath', 'isLearner'])], {
  imageKey: Nullable(Type.String()),
})

/** An account with its profile, numbers masked; refuses when there is no such account. */
export async function getInfo(db: Db, who: { accountId: string; unitId: string | null }) {
  const rows = await db`
    select a.login_name, a.user_name, u.name as unit_name, a.image_key, a.mobile_mask as mobile,
      a.wechat_open_id is not null as wechat_bound, a.must_change_password, a.last_login_at,
      s.real_name, s.card_mask as card_number, s.gender, s.birth_date::text, s.personnel_category, s.nation,
      s.political_status, s.education, s.degree, s.title_level, s.job_title, s.school_name, s.major, s.work_place,
      s.work_since::text
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = ${who.unitId}
    where a.id = ${who.accountId}`
  return rowOf(InfoRow, rows) ?? refuse(commonRefusals.notSignedIn)
}

/** Reads how complete the profile of the signed-in person is; nothing is required of a manager. */
export async function getCompleteness(
  db: Db,
  who: { accountId: string; projectId: string; unitId: string | null; roleSystem: number },
) {
  const required = who.roleSystem === 3 ? requiredOf(await findRegisterFields(db, who.projectId)) : []
  const info = await getInfo(db, who)
  const held = { ...info, photo: info.imageKey }
  return completenessOf(required, (field) => held[field] !== null)
}
