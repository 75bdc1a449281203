import { words } from '../../../web/words.ts'

/** Reasons for which a stretch of a video was not counted, in a few words each. */
export const useRefusalWords = words(
  'refusal',
  {
    other_window: '同时在另一个窗口学习',
    too_fast: '播放过快',
    lease_lost: '窗口已停止计时',
    not_enrolled: '当时不能学习该班级',
    expired: '学习期限已过',
    seek_ahead: '跳到未学部分',
    hidden: '页面不在前台',
    scattered: '学习片段过于零散',
    repeated: '同一段重复提交，只计一次',
    question_open: '视频中的题目未答',
    capture_missed: '未完成随堂确认',
  },
  {
    other_window: 'studied in another window at the same time',
    too_fast: 'played too fast',
    lease_lost: 'the window had stopped counting',
    not_enrolled: 'the class could not be studied then',
    expired: 'study period is over',
    seek_ahead: 'skipped ahead',
    hidden: 'the page was in the background',
    scattered: 'study pieces too scattered',
    repeated: 'submitted twice, counted once',
    question_open: 'a question in the video was not answered',
    capture_missed: 'a presence check was not completed',
  },
)
