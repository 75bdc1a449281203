import { words } from '../../../web/words.ts'

export const useUnitWords = words(
  'unit',
  {
    search: '输入名称查找',
  },
  {
    search: 'Type a name',
  },
)
