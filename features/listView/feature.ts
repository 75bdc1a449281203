import type { Feature } from '../../server/feature.ts'
import { eraseListViews, viewEdits } from './server/actions.ts'
import { listViewHandlers } from './server/calls.ts'

/** Lists as people arrange them: the columns of each, and saved views of it. */
export const listViewFeature = (all: readonly Feature[]): Feature => ({
  group: 'platform',
  tables: {
    list_layouts: { hidden: 'which columns of lists the staff see', after: 'gone' },
    list_views: {
      shared: 'of the one who saved it, or of everyone in the project',
      hidden: 'filters that the staff saved under a name',
      after: 'gone; a shared one belongs to the project',
    },
  },
  erase: eraseListViews,
  handlers: [listViewHandlers(all)],
  audit: {
    actions: {
      'listView.change': ['修改共享视图', 'Updated a shared view'],
      'listView.delete': ['删除共享视图', 'Deleted a shared view'],
      'listView.share': ['共享视图', 'Shared a view'],
    },
    fields: { listView: { ...viewEdits.fields, list: { zh: '列表', en: 'List' } } },
    subjects: {
      listView: {
        words: ['共享视图', 'Shared view'],
        name: (db, id) => db`select name from list_views where id = ${id}`,
      },
    },
  },
})
