import type { Feature } from '../../server/feature.ts'
import { dictionaryHandlers } from './server/calls.ts'

/** Code lists: regions, personnel categories, degrees and the project’s own. */
export const dictionaryFeature: Feature = {
  group: 'noun',
  tables: {
    dictionary_entries: { of: 'project' },
  },
  handlers: [dictionaryHandlers],
  audit: {
    actions: {
      'dictionary.change': ['修改字典项', 'Updated a code'],
      'dictionary.create': ['添加字典项', 'Added a code'],
      'dictionary.delete': ['删除字典项', 'Deleted a code'],
      'dictionary.disable': ['停用字典项', 'Disabled a code'],
      'dictionary.enable': ['启用字典项', 'Enabled a code'],
      'dictionary.order': ['调整字典顺序', 'Reordered a code list'],
      'dictionary.restore': ['恢复字典项', 'Restored a code'],
    },
    subjects: {
      dictionary: { words: ['字典', 'Dictionary'], name: (db, _id, text) => db`select ${text}` },
    },
  },
}
