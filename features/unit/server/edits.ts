import type { Db } from '../../../server/db.ts'
import type { EditedNoun } from '../../../server/revision.ts'
import { namesOfCodes } from '../../dictionary/server/actions.ts'

/** Changes an edit of a unit may have made, its codes as the project calls them. */
export async function unitEdits(db: Db, projectId: string): Promise<EditedNoun> {
  const { region, industry } = await namesOfCodes(db, projectId, ['region', 'industry'])
  return {
    subjectKind: 'unit',
    fields: {
      name: { zh: '名称', en: 'Name' },
      creditCode: { zh: '统一社会信用代码', en: 'Credit code' },
      region: { zh: '地区', en: 'Region', values: region },
      industry: { zh: '行业', en: 'Industry', values: industry },
      sort: { zh: '排序号', en: 'Sort position' },
      contact: { zh: '联系人', en: 'Contact' },
      phone: { zh: '电话', en: 'Telephone' },
      email: { zh: '邮箱', en: 'E-mail' },
      address: { zh: '地址', en: 'Address' },
      invoiceTitle: { zh: '发票抬头', en: 'Invoice title', as: 'long' },
    },
  }
}
