import { privacyPolicy, userAgreement } from './agreement.ts'
import { type BannerContent, bannersOf } from './banners.ts'
import { dayAfter, wholeYear } from './trainClass.ts'

/** A notice on the front page. */
interface NoticeContent {
  key: string
  title: string
  titleEn: string
  /** Days since it was published. */
  daysAgo: number
  /** HTML. */
  content: string
  /** Stays above the others. */
  pinned: boolean
}

/** A question people ask, and its answer in HTML. */
interface HelpEntry {
  question: string
  questionEn: string
  answer: string
}

/** A year's plan: the hours it asks for and the classes it names. */
interface TrainPlanContent {
  key: string
  title: string
  titleEn: string
  year: number
  publicHours: number
  specializedHours: number
  /** HTML. */
  content: string
  /** Keys of classes. */
  classes: string[]
}

/** Everything about the portal itself that is read rather than configured. */
interface PortalContent {
  title: string
  titleEn: string
  shortTitle: string
  shortTitleEn: string
  /** HTML. */
  aboutUs: string
  /** The user agreement, HTML. */
  agreement: string
  /** HTML. */
  privacyPolicy: string
  /** Printed in the remark of an invoice. */
  invoiceRemark: string
  contact: { phone: string; email: string; address: string; hours: string; hoursEn: string }
  help: HelpEntry[]
  banners: BannerContent[]
  notices: NoticeContent[]
  trainPlans: TrainPlanContent[]
}

/** The days that texts name, as they stand in a Chinese sentence. */
type Dates = Record<'from' | 'signUpTo' | 'studyTo' | 'tomorrow', string>

function inWords(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  return ` ${year} 年 ${month} 月 ${date} 日`
}

const aboutUs = (firstYear: number) =>
  `
<h2>关于我们</h2>
<p>江海市专业技术人员继续教育平台由江海市人力资源和社会保障局指导，面向全市专业技术人员，提供公需课、专业课、行业课和职业技能四类培训。平台自 ${firstYear} 年开通，学员可以在电脑和手机上选课、学习、考试、登记学时和打印证书。</p>
<h3>我们坚持三件事</h3>
<ul>
<li><strong>真实。</strong>每一分钟学时都有依据，哪一分钟计入、哪一分钟没有计入，学员自己看得见。</li>
<li><strong>省心。</strong>还差多少学时，最晚什么时候，哪些班级适合，一句话说清。</li>
<li><strong>稳妥。</strong>付款、退款、发票账目相符，个人信息只用于继续教育。</li>
</ul>
<h3>组织与分工</h3>
<p>市人力资源和社会保障局负责政策与监督，各区县人力资源和社会保障部门、行业主管部门负责本地区、本行业的组织，用人单位负责保障学习时间。课程由高校、医院、设计院所和企业的专业人员讲授。</p>
<h3>联系我们</h3>
<p>客服电话：0500-8600 1200（工作日 9:00 至 17:30）<br>邮箱：service@jianghai.test<br>地址：江海市临江区学海路 1 号继续教育服务大厅</p>
`.trim()

const helpOf = (year: number, { signUpTo }: Dates): HelpEntry[] => [
  {
    question: '一年要学多少学时？',
    questionEn: 'How many hours a year?',
    answer:
      '<p>每年累计不少于 90 学时，其中公需科目 30 学时，专业科目不少于 60 学时。登录后首页会告诉您还差多少。</p>',
  },
  {
    question: '看了视频，为什么有几分钟没有计入？',
    questionEn: 'Why did some minutes not count?',
    answer:
      '<p>同时打开两个播放窗口、播放速度超过允许、抽查没有通过或者网络中断时，这段时间不计入。学习页面会标出原因，重新观看即可补上。</p>',
  },
  {
    question: '可以退款吗？',
    questionEn: 'Can I get a refund?',
    answer: '<p>看三个条件：付款天数、学习进度和已退款次数。订单页面会直接告诉您能不能退、哪一条不满足。</p>',
  },
  {
    question: '去年的学时没有学满怎么办？',
    questionEn: 'I missed hours last year. What now?',
    answer: `<p>仍开放报名的 ${year - 1} 年度班级可以在${signUpTo}前加入，学完计入 ${year - 1} 年度。</p>`,
  },
  {
    question: '单位可以统一付款吗？',
    questionEn: 'Can my unit pay for all of us?',
    answer:
      '<p>可以。单位管理员导入名单后生成集体订单，扫码或者对公转账付款，付款后为名单上的每个人开通班级。</p>',
  },
  {
    question: '证书怎样核验？',
    questionEn: 'How is a certificate checked?',
    answer: '<p>扫描证书上的二维码，或者在首页输入证书编号和姓名。</p>',
  },
]

const noticesOf = (year: number, dates: Dates): NoticeContent[] => [
  {
    key: 'year',
    title: `关于开展 ${year} 年度专业技术人员继续教育工作的通知`,
    titleEn: `Continuing education in ${year}`,
    daysAgo: 60,
    pinned: true,
    content: `<p>各区县人力资源和社会保障局，各有关单位：</p><p>${year} 年度继续教育自${dates.from}开始，报名截止${dates.signUpTo}，学习截止${dates.studyTo}。全年不少于 90 学时，其中公需科目 30 学时，专业科目不少于 60 学时。请各单位合理安排，避免集中在年底学习。</p><p>公需科目今年重点学习人工智能素养、数据安全与个人信息保护、职业道德、知识产权等内容，其中“职业道德与学术诚信”免费开放。</p>`,
  },
  {
    key: 'make-up',
    title: `${year - 1} 年度学时补学安排`,
    titleEn: `Making up the hours of ${year - 1}`,
    daysAgo: 53,
    pinned: false,
    content: `<p>${year - 1} 年度学时不足的学员，可以在${dates.signUpTo}前报名仍开放的 ${year - 1} 年度班级，学完后学时计入 ${year - 1} 年度。补学不占用 ${year} 年度学时。</p>`,
  },
  {
    key: 'face-consent',
    title: '关于学习身份抽查使用人脸信息的说明',
    titleEn: 'Identity checks and face images',
    daysAgo: 46,
    pinned: false,
    content:
      '<p>部分班级在学习中抽查身份。使用人脸信息前会单独征得您的同意；不同意的，可以改用短信验证码，学习不受影响。抽查照片在班级结束后保存 180 天。详见隐私政策第二条。</p>',
  },
  {
    key: 'aid-practice',
    title: '现场急救线下实操练习开始预约',
    titleEn: 'First aid practice sessions open for booking',
    daysAgo: 30,
    pinned: false,
    content:
      '<p>完成“突发事件应对与现场急救”课程的学员，可以预约各区急救站的心肺复苏和自动除颤器练习。每周六上午一场，每场二十人，免费。请拨打客服电话预约。</p>',
  },
  {
    key: 'maintenance',
    title: `${dates.tomorrow}夜间系统维护公告`,
    titleEn: 'Maintenance tomorrow night',
    daysAgo: 9,
    pinned: false,
    content: `<p>${dates.tomorrow} 23:00 至次日 2:00 进行系统维护，期间暂停播放和付款，已保存的进度不受影响。当天到期的班级学习期限顺延一天。</p>`,
  },
]

const trainPlansOf = (year: number, dates: Dates): TrainPlanContent[] => [
  {
    key: 'plan',
    title: `${year} 年度专业技术人员继续教育计划`,
    titleEn: `Training plan ${year}`,
    year,
    publicHours: 30,
    specializedHours: 60,
    content:
      '<p>以提高数字素养和安全意识为重点。公需科目 30 学时，可以选综合班一次完成，也可以自选组合；专业科目不少于 60 学时，由各单位结合岗位确定。</p><p>建议安排：上半年完成公需科目，三季度完成专业科目，四季度补缺和考试。</p>',
    classes: [
      'public-0-package',
      'public-0-ai',
      'public-0-data',
      'public-0-ethics',
      'specialized-0-bim',
      'specialized-0-bridge',
      'specialized-0-records',
      'specialized-0-nursing',
      'specialized-0-teacher',
      'specialized-0-security',
    ],
  },
  {
    key: 'plan-make-up',
    title: `${year - 1} 年度学时补学计划`,
    titleEn: `Making up ${year - 1}`,
    year: year - 1,
    publicHours: 30,
    specializedHours: 60,
    content: `<p>面向 ${year - 1} 年度学时不足的学员，开放公需、专业和行业班级若干。补学学时计入 ${year - 1} 年度，${dates.studyTo}前学完。</p>`,
    classes: [
      'public-1-package',
      'public-1-ai',
      'public-1-data',
      'specialized-1-twin',
      'specialized-1-water',
      'specialized-1-epidemic',
      'specialized-1-software',
      'professional-1-road',
    ],
  },
]

/** The demo portal on a day in China: a continuing-education portal of an invented city. */
export function portalOn(today: string): PortalContent {
  const year = Number(today.slice(0, 4))
  const { signUpFrom, signUpTo, studyTo } = wholeYear(year, today)
  const dates = {
    ...{ from: inWords(signUpFrom), signUpTo: inWords(signUpTo!), studyTo: inWords(studyTo!) },
    tomorrow: inWords(dayAfter(today, 1)).trim(),
  }
  return {
    title: '江海市专业技术人员继续教育',
    titleEn: 'Jianghai Continuing Education for Professionals',
    shortTitle: '江海继续教育',
    shortTitleEn: 'Jianghai CE',
    aboutUs: aboutUs(year - 7),
    agreement: userAgreement,
    privacyPolicy,
    invoiceRemark: '继续教育培训费；学员姓名与订单号见明细。如需更换抬头，请在开具当月联系客服。',
    contact: {
      phone: '0500-8600 1200',
      email: 'service@jianghai.test',
      address: '江海市临江区学海路 1 号继续教育服务大厅',
      hours: '工作日 9:00 至 17:30',
      hoursEn: 'Working days, 9:00 to 17:30',
    },
    help: helpOf(year, dates),
    banners: bannersOf(year),
    notices: noticesOf(year, dates),
    trainPlans: trainPlansOf(year, dates),
  }
}
