import { clock } from '../../../web/format.ts'
import { words } from '../../../web/words.ts'
import type { ProgressExplained } from '../contract.ts'
import { useRefusalWords } from './refusalWords.ts'

const useExplainedWords = words(
  'explained',
  {
    sum: '{percent}% = 已学 {done} / 应学 {required}',
    kept: '{percent}% 是此前记录的进度，不会降低；现有视频已学 {done} / 应学 {required}',
    noVideos: '{percent}%：班级还没有要学的视频',
    manual: '已由工作人员判为合格，不以进度为准',
    missing: '还差 {count} 个视频（{time}）',
    watched: '应学的视频已全部学完',
    electives: '选修课程不计入进度',
    electiveHours: '合格还需选修 {hours} 学时',
    examMissing: '结业考试尚未通过',
    examPassed: '结业考试已通过',
    refused: '未计入：{parts}',
    refusedPart: '{time}（{reason}）',
    refusedNone: '没有未计入的时段',
    comma: '，',
    join: '；',
  },
  {
    sum: '{percent}% = {done} of {required} required',
    kept: '{percent}% was recorded earlier and does not fall; of today’s videos {done} of {required} is watched',
    noVideos: '{percent}%: the class has no videos to watch yet',
    manual: 'marked as passed by staff, whatever the percentage',
    missing: '{count} {count|video|videos} missing ({time})',
    watched: 'all required videos are watched',
    electives: 'electives do not count',
    electiveHours: '{hours} elective {hours|hour|hours} still needed to pass',
    examMissing: 'the final exam is not passed yet',
    examPassed: 'the final exam is passed',
    refused: 'not counted: {parts}',
    refusedPart: '{time} ({reason})',
    refusedNone: 'nothing refused',
    comma: ', ',
    join: '; ',
  },
)

/** Says where the percent of a class comes from, in one sentence that can be read out or sent. */
export function useExplained(): (explained: ProgressExplained) => string {
  const say = useExplainedWords()
  const sayReason = useRefusalWords()
  return (explained) => {
    const { missingVideos, refused, missingElectiveTenths, exam, requiredSeconds } = explained
    const sums = {
      percent: Math.floor(explained.progress / 100),
      done: clock(explained.doneSeconds),
      required: clock(requiredSeconds),
    }
    const parts = refused.map(({ reason, seconds }) =>
      say('refusedPart', { time: clock(seconds), reason: sayReason(reason) }),
    )
    return [
      explained.isManual && say('manual'),
      say(explained.isKept ? 'kept' : requiredSeconds === 0 ? 'noVideos' : 'sum', sums),
      requiredSeconds > 0 &&
        (missingVideos === 0
          ? say('watched')
          : say('missing', { count: missingVideos, time: clock(explained.missingSeconds) })),
      explained.hasElectives && say('electives'),
      missingElectiveTenths > 0 && say('electiveHours', { hours: (missingElectiveTenths / 10).toFixed(1) }),
      exam === 'missing' && say('examMissing'),
      exam === 'passed' && say('examPassed'),
      missingVideos > 0 &&
        (parts.length > 0 ? say('refused', { parts: parts.join(say('comma')) }) : say('refusedNone')),
    ]
      .filter((part) => part !== false)
      .join(say('join'))
  }
}
