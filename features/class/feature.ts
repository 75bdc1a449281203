import { byStaff, type Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { classCategoryHandlers } from './category/server/calls.ts'
import { classPriceKind } from './server/approvals.ts'
import { classBatchList } from './server/batches.ts'
import { classHandlers } from './server/calls.ts'
import { classLifecycle } from './rules.ts'
import { classEdits } from './server/edits.ts'
import { classExportList } from './server/exports.ts'

/** Classes (`TrainClass`), what is sold and studied, with categories, places and whom they are for. */
export const classFeature: Feature = {
  group: 'noun',
  tables: {
    class_categories: { of: 'project' },
    class_courses: { of: 'project' },
    train_classes: { of: 'project', ...byStaff },
  },
  handlers: [classCategoryHandlers, classHandlers],
  approvals: [classPriceKind],
  batches: classBatchList,
  exports: classExportList,
  audit: {
    actions: {
      'class-category.create': ['新建班级类别', 'Created a class category'],
      'class-category.delete': ['删除班级类别', 'Deleted a class category'],
      'class-category.move': ['移动班级类别', 'Moved a class category'],
      'class-category.rename': ['重命名班级类别', 'Renamed a class category'],
      'class.change': ['修改班级', 'Updated a class'],
      'class.copy': ['复制班级', 'Copied a class'],
      'class.create': ['新建班级', 'Created a class'],
      'class.delete': ['删除班级', 'Deleted a class'],
      'class.revise': ['生成班级新版本', 'Created a new version of a class'],
      'class.shelve': ['上架班级', 'Published a class'],
      'class.unshelve': ['下架班级', 'Unpublished a class'],
    },
    fields: {
      class: { ...classEdits.fields, status: statusField(classLifecycle) },
    },
    subjects: {
      class: {
        words: ['班级', 'Class'],
        name: (db, id) => db`select name from train_classes where id = ${id}`,
      },
      'class-category': { words: ['班级类别', 'Class category'] },
    },
  },
}
