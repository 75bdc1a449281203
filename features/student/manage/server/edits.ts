import type { Db } from '../../../../server/db.ts'
import type { EditedNoun } from '../../../../server/revision.ts'
import { namesOfCodes } from '../../../dictionary/server/actions.ts'
import { profileLists } from '../../../project/register/rules.ts'
import { editableFields } from '../rules.ts'

/** Changes an edit of a profile may have made, its codes as the project calls them. */
export async function profileEdits(db: Db, projectId: string): Promise<EditedNoun> {
  const names = await namesOfCodes(db, projectId, profileLists)
  const fields = editableFields.map((field) => {
    const [zh, en] = field.name
    return [field.key, { zh, en, ...('list' in field && { values: names[field.list] }) }]
  })
  return { subjectKind: 'account', fields: Object.fromEntries(fields) }
}
