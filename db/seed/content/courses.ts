/** One lesson of a course: a video under a title of its own. */
export interface CourseItem {
  title: string
  /** Key of a media entry. */
  media: string
}

/** A course, as the classes contain it. */
interface CourseContent {
  key: string
  name: string
  nameEn: string
  /** Key of a topic. */
  topic: string
  /** Topic of the questions a class with this course may ask; null where it has none of its own. */
  questions: string | null
  teacherName: string
  teacherIntroduction: string
  introduction: string
  /** Whole class hours; the hours of a class are the sum over its courses. */
  hours: number
  attribute: 'required' | 'elective'
  items: CourseItem[]
}

/** The courses of the demo portal; teachers and their institutions are invented. */
export const courses: CourseContent[] = [
  {
    key: 'data-security-law',
    name: '数据安全法要点',
    nameEn: 'The Data Security Law',
    topic: 'data-security',
    questions: 'data-security',
    teacherName: '顾明远',
    teacherIntroduction:
      '江海大学法学院副教授，主讲网络与数据法，参与多家单位数据分类分级制度的起草，擅长用案例讲清条文。',
    introduction: '从适用范围、分类分级到处理者的义务，弄清岗位上每一步数据处理的边界。',
    hours: 4,
    attribute: 'required',
    items: [
      { title: '数据安全法要点', media: 'data-security-law' },
      { title: '业务数据里的个人信息', media: 'personal-information' },
      { title: '把数据交给人工智能之前', media: 'ai-literacy' },
    ],
  },
  {
    key: 'personal-information',
    name: '个人信息保护实务',
    nameEn: 'Personal information in practice',
    topic: 'personal-information',
    questions: 'personal-information',
    teacherName: '沈若溪',
    teacherIntroduction:
      '执业律师，江海市律师协会数据合规专业委员会委员，为医院、学校和平台企业提供个人信息合规服务。',
    introduction: '七项原则、告知同意、敏感个人信息和个人的权利，对照自己的登记表逐条检查。',
    hours: 4,
    attribute: 'required',
    items: [
      { title: '个人信息处理的七项原则', media: 'personal-information' },
      { title: '个人信息也要分类分级', media: 'data-security-law' },
      { title: '不把个人信息交给公共平台', media: 'ai-literacy' },
    ],
  },
  {
    key: 'ai-literacy',
    name: '人工智能素养',
    nameEn: 'AI literacy',
    topic: 'ai-literacy',
    questions: 'ai-literacy',
    teacherName: '陆子昂',
    teacherIntroduction:
      '江海大学计算机学院教授，研究自然语言处理，多年面向非计算机专业人员讲授人工智能通识课。',
    introduction: '知道大模型怎样回答，学会提问、追问和核对，守住数据与责任的底线。',
    hours: 6,
    attribute: 'required',
    items: [
      { title: '会提问、会核对', media: 'ai-literacy' },
      { title: '输入内容的数据边界', media: 'data-security-law' },
      { title: '提示词里的个人信息', media: 'personal-information' },
      { title: '用了人工智能，怎样诚实说明', media: 'academic-integrity' },
    ],
  },
  {
    key: 'professional-ethics',
    name: '职业道德与学术诚信',
    nameEn: 'Professional ethics and integrity',
    topic: 'ethics',
    questions: 'ethics',
    teacherName: '方静仪',
    teacherIntroduction:
      '江海大学科研伦理委员会委员，长期从事科研诚信教育，参与高校学术规范的制定与案例评议。',
    introduction: '从署名、数据到利益冲突，看清失信行为的红线，养成经得起查的工作习惯。',
    hours: 6,
    attribute: 'required',
    items: [
      { title: '学术诚信：五条红线', media: 'academic-integrity' },
      { title: '成果归谁，名署给谁', media: 'intellectual-property' },
      { title: '使用人工智能的诚信边界', media: 'ai-literacy' },
    ],
  },
  {
    key: 'intellectual-property',
    name: '知识产权创造、运用与保护',
    nameEn: 'Intellectual property',
    topic: 'intellectual-property',
    questions: 'intellectual-property',
    teacherName: '秦思齐',
    teacherIntroduction: '专利代理师，从业十六年，曾任企业知识产权经理，讲授专利挖掘、布局与侵权应对。',
    introduction: '分清专利、著作权、商标与商业秘密，学会先保护、再公开，把成果变成权利。',
    hours: 8,
    attribute: 'required',
    items: [
      { title: '先想清楚再公开', media: 'intellectual-property' },
      { title: '引用与抄袭的界线', media: 'academic-integrity' },
      { title: '从解决矛盾到申请专利', media: 'innovation-contradiction' },
      { title: '技术资料的保密与分级', media: 'data-security-law' },
    ],
  },
  {
    key: 'emergency',
    name: '突发事件应对与现场急救',
    nameEn: 'Emergencies and first aid',
    topic: 'emergency',
    questions: 'emergency',
    teacherName: '韩立峰',
    teacherIntroduction: '江海市急救中心主治医师，急救培训导师，完成社区与企业急救培训三百余场。',
    introduction: '火灾、触电、心脏骤停，头几分钟做什么、不做什么，跟着步骤练会。',
    hours: 6,
    attribute: 'required',
    items: [
      { title: '心脏骤停：现场急救', media: 'emergency-cpr' },
      { title: '事件之后：照顾自己和同伴', media: 'stress-care' },
      { title: '现场信息的发布与保护', media: 'personal-information' },
    ],
  },
  {
    key: 'innovation-methods',
    name: '专业技术人员创新方法与案例',
    nameEn: 'Innovation methods and cases',
    topic: 'innovation',
    questions: 'innovation',
    teacherName: '邵启航',
    teacherIntroduction: '江海市创新方法研究会培训师，二级创新工程师，辅导制造企业完成技术改进项目六十余项。',
    introduction: '用矛盾、资源和最终理想解三个工具拆解难题，从一张问题卡走到一次小验证。',
    hours: 10,
    attribute: 'required',
    items: [
      { title: '把两难写成矛盾', media: 'innovation-contradiction' },
      { title: '请人工智能陪你发散', media: 'ai-literacy' },
      { title: '练习：一个减排难题', media: 'carbon-accounting' },
      { title: '把方案变成权利', media: 'intellectual-property' },
    ],
  },
  {
    key: 'carbon-goals',
    name: '碳达峰碳中和政策与实践',
    nameEn: 'Carbon goals in practice',
    topic: 'carbon',
    questions: 'carbon',
    teacherName: '叶知秋',
    teacherIntroduction:
      '江海市节能技术服务中心高级工程师，注册能源管理师，主持工业企业碳排放核算与节能诊断。',
    introduction: '弄懂两个目标和三个排放范围，会用排放因子法算一笔账，找到本单位的减排次序。',
    hours: 8,
    attribute: 'required',
    items: [
      { title: '双碳入门：算清碳账', media: 'carbon-accounting' },
      { title: '用创新方法找减排方案', media: 'innovation-contradiction' },
      { title: '碳数据的真实与安全', media: 'data-security-law' },
    ],
  },
  {
    key: 'mental-health',
    name: '心理健康与压力管理',
    nameEn: 'Mental health and stress',
    topic: 'mental-health',
    questions: 'mental-health',
    teacherName: '许安然',
    teacherIntroduction: '江海市第二人民医院心理科副主任医师，从事职业人群心理健康促进，主讲压力与睡眠专题。',
    introduction: '识别压力信号，学会呼吸、睡眠和沟通的小方法，知道什么时候、到哪里求助。',
    hours: 5,
    attribute: 'required',
    items: [
      { title: '压力管理：先看见，再照顾', media: 'stress-care' },
      { title: '身边的人突然倒下', media: 'emergency-cpr' },
    ],
  },
  {
    key: 'industry-data',
    name: '行业数据治理',
    nameEn: 'Data governance in the trades',
    topic: 'industry',
    questions: 'data-security',
    teacherName: '陆子昂',
    teacherIntroduction:
      '江海大学计算机学院教授，研究自然语言处理，多年面向非计算机专业人员讲授人工智能通识课。',
    introduction: '从一张业务表开始：编目、分级、授权、留痕，让数据可用、可管、可查。',
    hours: 10,
    attribute: 'elective',
    items: [
      { title: '业务数据的分类分级', media: 'data-security-law' },
      { title: '业务表里的个人信息', media: 'personal-information' },
      { title: '能耗与排放数据的台账', media: 'carbon-accounting' },
      { title: '让模型读数据之前', media: 'ai-literacy' },
    ],
  },
  {
    key: 'industry-ai',
    name: '人工智能在专业工作中的应用',
    nameEn: 'AI at professional work',
    topic: 'industry',
    questions: 'ai-literacy',
    teacherName: '江予宁',
    teacherIntroduction: '江海市人工智能应用研究院工程师，负责医疗、教育、工程三个方向的应用落地与人员培训。',
    introduction: '把检索、起草、核对、归档串成一条可复核的工作线，并说清人的责任在哪里。',
    hours: 10,
    attribute: 'elective',
    items: [
      { title: '四要素提问与四查核对', media: 'ai-literacy' },
      { title: '生成成果的权利与责任', media: 'intellectual-property' },
      { title: '哪些数据不能进模型', media: 'data-security-law' },
      { title: '论文与报告中的使用规范', media: 'academic-integrity' },
    ],
  },
  {
    key: 'digital-engineering',
    name: '数字化设计与协同',
    nameEn: 'Digital design and collaboration',
    topic: 'industry',
    questions: 'innovation',
    teacherName: '钟承岳',
    teacherIntroduction:
      '江海市建筑设计研究院正高级工程师，主持多项桥梁与公共建筑的数字化交付，主编院级协同设计标准。',
    introduction: '以模型为中心组织设计、制造与运维，把版本、权限和校审做进日常流程。',
    hours: 20,
    attribute: 'required',
    items: [
      { title: '用矛盾分析梳理设计难点', media: 'innovation-contradiction' },
      { title: '模型与图纸数据的分级', media: 'data-security-law' },
      { title: '智能辅助设计：提问与核对', media: 'ai-literacy' },
      { title: '全生命周期碳账', media: 'carbon-accounting' },
      { title: '图纸、模型与代码的权利', media: 'intellectual-property' },
    ],
  },
]
