import { words } from '../../../web/words.ts'

export const useHtmlWords = words(
  'html',
  { bold: '加粗', heading: '小标题', list: '列表', plain: '清除格式', picture: '图片' },
  { bold: 'Bold', heading: 'Heading', list: 'List', plain: 'Plain', picture: 'Picture' },
)
