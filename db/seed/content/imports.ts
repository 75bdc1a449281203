import { alternative } from '../../../features/question/contract.ts'
import { type Person, people } from './people.ts'

/** The bank that a hospital's questions go into, and the file they come from. */
export const questionFile = {
  bank: '医疗质量与安全题库',
  name: '医疗质量与安全题目.xlsx',
  /** Cells by the template's columns; the last two rows are as people get them wrong. */
  rows: [
    {
      type: '单选题',
      stem: '世界卫生组织提出的手卫生时刻共有几个？',
      ...{ optionA: '3 个', optionB: '4 个', optionC: '5 个', optionD: '6 个' },
      answer: 'C',
      analysis: '接触患者前、清洁或无菌操作前、体液暴露后、接触患者后、接触患者周围环境后。',
      difficulty: '易',
      score: '2',
      category: '感染防控',
    },
    {
      type: '单选题',
      stem: '发生锐器伤后，首先应当怎样处理伤口？',
      optionA: '由近心端向远心端轻轻挤压，用流动水冲洗',
      optionB: '立即包扎，继续操作',
      optionC: '在伤口局部用力挤压',
      optionD: '下班后再处理和报告',
      answer: 'A',
      analysis: '轻轻挤压、流动水冲洗之后消毒，并及时报告；不要在伤口局部用力挤压。',
      difficulty: '中',
      score: '2',
      category: '职业防护',
    },
    {
      type: '多选题',
      stem: '下列哪些是预防医院感染的基本措施？',
      optionA: '手卫生',
      optionB: '清洁与消毒',
      optionC: '隔离与防护',
      optionD: '用抗菌药物代替消毒',
      answer: 'ABC',
      analysis: '抗菌药物不能代替清洁、消毒和隔离。',
      difficulty: '中',
      score: '4',
      category: '感染防控',
      partial: '得一半',
    },
    {
      type: '判断题',
      stem: '床号可以单独作为识别患者身份的依据。',
      answer: '错误',
      analysis: '身份识别至少同时使用两种标识，床号和房间号不能单独使用。',
      difficulty: '易',
      score: '1',
      category: '患者安全',
    },
    {
      type: '填空题',
      stem: '医疗废物暂时贮存的时间不得超过____天。',
      answer: `2${alternative}两`,
      analysis: '见《医疗废物管理条例》第十七条。',
      difficulty: '中',
      score: '2',
      category: '感染防控',
    },
    {
      type: '单选题',
      stem: '口头医嘱在什么情况下可以执行？',
      ...{ optionA: '抢救时', optionB: '交接班时', optionC: '查房时' },
      answer: 'E',
      analysis: '抢救时执行口头医嘱，须复述确认，事后补记。',
      difficulty: '易',
      score: '2',
      category: '患者安全',
    },
    {
      type: '不定项',
      stem: '下列哪些药品需要双人核对？',
      ...{ optionA: '麻醉药品', optionB: '高警示药品', optionC: '普通口服药' },
      answer: 'AB',
      difficulty: '中',
      score: '2',
      category: '患者安全',
    },
  ] as readonly Readonly<Record<string, string>>[],
}

/** The unit whose new people are on a roster, and the file that it comes in. */
export const rosterFile = { unit: 'hospital-1', name: '新入职人员.xlsx' }

/** A person as the roster says them: six are new, one is there already, and three rows are wrong. */
export function rosterPeople(): Person[] {
  const known = people(200)
  const fresh = people(208).slice(200)
  const ofUnit = known.find(({ unit }) => unit === rosterFile.unit)!
  const elsewhere = known.find(({ unit }) => unit !== rosterFile.unit)!
  const [shortMobile, wrongCard] = fresh.slice(6) as [Person, Person]
  const last = wrongCard.idCard.at(-1) === '0' ? '1' : '0'
  return [
    ...fresh.slice(0, 4),
    { ...shortMobile, mobile: shortMobile.mobile.slice(0, 10) },
    ofUnit,
    ...fresh.slice(4, 6),
    { ...wrongCard, idCard: wrongCard.idCard.slice(0, 17) + last },
    elsewhere,
  ]
}
