import { words } from '../../../../web/words.ts'

export const useBatchWords = words(
  'batch',
  {
    title: '处理结果',
    notDone: '“{name}”没有完成',
    all: '{count} 项已全部完成',
    some: '完成 {done} 项，{failed} 项没有完成',
    unseen: '不在您的范围内',
  },
  {
    title: 'Result',
    notDone: '“{name}” was not done',
    all: 'All {count} done',
    some: '{done} done, {failed} not done',
    unseen: 'outside your scope',
  },
)
