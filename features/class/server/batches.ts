import { batchOf, type BoundBatch } from '../../../server/batch.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { categoryRefusals } from '../../category/contract.ts'
import { dictionaryRefusals } from '../../dictionary/contract.ts'
import { imageRefusals } from '../../file/contract.ts'
import { categoryRefusals as classCategoryRefusals } from '../category/contract.ts'
import { classCalls, classRefusals } from '../contract.ts'
import { shelfRefusals } from '../rules.ts'
import { copyClass, modifyClass } from './actions.ts'
import { setPrices } from './save.ts'
import { nameClasses } from './data.ts'
import { getClassType } from './fields.ts'
import { deleteClass, setPublished } from './publishing.ts'

const rows: Pick<BoundBatch, 'list' | 'nameRows' | 'refusals'> = {
  list: classCalls.findPageList,
  nameRows: (db, session, ids) => nameClasses(db, session.projectId, ids),
  refusals: {
    approval: approvalRefusals,
    category: categoryRefusals,
    class: classRefusals,
    classCategory: classCategoryRefusals,
    dictionary: dictionaryRefusals,
    image: imageRefusals,
    shelf: shelfRefusals,
  },
}

export const publishing = batchOf<typeof classCalls.updateOnShelf>({
  ...rows,
  call: classCalls.updateOnShelf,
  named: 'ids',
  title: ({ onShelf }) =>
    onShelf ? { zh: '上架班级', en: 'Publish classes' } : { zh: '下架班级', en: 'Unpublish classes' },
  act: (tx, { session, input }, { id }) => setPublished(tx, session, id, input.onShelf),
})

export const deleting = batchOf<typeof classCalls.deleteTrain>({
  ...rows,
  call: classCalls.deleteTrain,
  named: 'ids',
  title: () => ({ zh: '删除班级', en: 'Delete classes' }),
  act: (tx, { session }, { id }) => deleteClass(tx, session, id),
})

/** Each row is edited as it was read; one edited meanwhile is reported and left unchanged. */
export const pricing = batchOf<typeof classCalls.batchModifyClassAmount>({
  ...rows,
  call: classCalls.batchModifyClassAmount,
  named: 'rows',
  title: () => ({ zh: '批量改价', en: 'Set the price of classes' }),
  act(tx, { session, input: { price, originalPrice = price } }, row) {
    return setPrices(tx, session, row, { price, originalPrice })
  },
})

export const modifying = batchOf<typeof classCalls.bachModifyClass>({
  ...rows,
  call: classCalls.bachModifyClass,
  named: 'rows',
  title: () => ({ zh: '批量修改班级', en: 'Edit classes' }),
  async check(tx, { session, input: { changes } }) {
    if (changes.categoryId)
      await getClassType(tx, session.projectId, changes.categoryId, 'changes.categoryId')
  },
  act: (tx, { session, input }, { id, revision }) => modifyClass(tx, session, id, revision, input.changes),
})

export const copying = batchOf<typeof classCalls.bachCopyClassToCategory>({
  ...rows,
  call: classCalls.bachCopyClassToCategory,
  named: 'ids',
  title: () => ({ zh: '复制班级到分类', en: 'Copy classes to a category' }),
  async check(tx, { session, input: { categoryId } }) {
    await getClassType(tx, session.projectId, categoryId)
  },
  act: (tx, { session, input }, { id }) => copyClass(tx, session, id, { categoryId: input.categoryId }),
})

/** Actions on many classes. */
export const classBatchList: readonly BoundBatch[] = [publishing, deleting, pricing, modifying, copying]
