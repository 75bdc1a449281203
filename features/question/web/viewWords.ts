import { questionWords } from './questionWords.ts'
import { words } from '../../../web/words.ts'

/** Words of a question as its learner reads it. */
export const useViewWords = words(
  'question-view',
  {
    ...questionWords.zh,
    right: '正确',
    wrong: '错误',
    part: '第 {n} 小题',
    blankOf: '第 {n} 空',
    yourAnswer: '您的答案',
    answer: '答案：{answer}',
    noAnalysis: '没有解析',
    or: ' 或 ',
    comma: '；',
  },
  {
    ...questionWords.en,
    right: 'True',
    wrong: 'False',
    part: 'Part {n}',
    blankOf: 'Blank {n}',
    yourAnswer: 'Your answer',
    answer: 'Answer: {answer}',
    noAnalysis: 'No explanation',
    or: ' or ',
    comma: '; ',
  },
)
