import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Db } from '../../../server/db.ts'
import { type ProfileField, profileFields } from '../../project/register/rules.ts'
import { findRegisterFields } from '../../project/register/server/actions.ts'
import { findJoinable } from './actions.ts'

const catalogue = new Map<string, ProfileField>(profileFields.map((field) => [field.key, field]))

/** The fields of a project's register form, and the unit that is joined by it. Refuses 404 for an unknown unit. */
export async function getRegisterConfig(db: Db, projectId: string, unitId: string | undefined) {
  const unit = unitId === undefined ? null : await findJoinable(db, projectId, unitId)
  if (unitId !== undefined && !unit) refuse(commonRefusals.notFound)
  const fields = (await findRegisterFields(db, projectId)).map(({ key, required }) => {
    const { name, kind, list = null, maxLength = null } = catalogue.get(key)!
    return { key, name: name[0], nameEn: name[1], required, kind, list, maxLength }
  })
  return { unitId: unit?.id ?? null, open: !unit?.closed, fields }
}
