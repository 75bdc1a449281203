import { trainClasses } from '../trainClass.ts'

/** Vocational skill classes; those who pass may sign up for the skill assessment. */
export const vocationalClasses = trainClasses('vocational', [
  {
    key: 'ai-trainer',
    name: '人工智能训练师（四级）技能培训',
    nameEn: 'AI trainer, level 4',
    category: 'skill-ai-trainer',
    yearsAgo: 0,
    priceFen: 32000,
    originalPriceFen: 36000,
    period: 'rolling',
    about:
      '为想进入数据标注与模型运营岗位的学员开设，不要求编程基础。课程从一条标注规范写起，练习分类、抽取、改写三类任务，再学怎样评价模型的回答。数据合规贯穿全程：哪些能标、谁能看、做完怎样销毁。加入后一年内学完，合格可以报名技能等级认定。',
    learn: ['编写和执行标注规范', '计算标注一致性', '评价回答的四个维度', '标注数据的保管与销毁'],
    personnel: ['skilled'],
    courses: ['ai-literacy', 'data-security-law', 'industry-ai'],
  },
  {
    key: 'carbon',
    name: '碳排放管理员（三级）技能培训',
    nameEn: 'Carbon emission administrator, level 3',
    category: 'skill-carbon',
    yearsAgo: 0,
    priceFen: 30000,
    about:
      '面向企业能源、环保岗位，讲监测、核算、核查、交易四项工作的基本技能。课程用一套完整的企业数据反复练习，从抄表一直做到排放报告。数据质量控制计划单独成讲。合格可以报名技能等级认定。',
    learn: ['识别排放源与边界', '编制数据质量控制计划', '完成一份排放报告', '了解全国碳市场的规则'],
    personnel: ['skilled', 'engineering'],
    courses: ['carbon-goals', 'industry-data', 'professional-ethics'],
  },
  {
    key: 'care',
    name: '养老护理员（五级）应急照护培训',
    nameEn: 'Elderly care worker, level 5: emergency care',
    category: 'skill-care',
    yearsAgo: 0,
    priceFen: 0,
    originalPriceFen: 12000,
    period: 'rolling',
    about:
      '由市人社部门补贴的免费培训，面向养老机构和居家护理人员。内容是老年人跌倒、噎食、心脏骤停三种急症的处置，以及护理员自己的情绪照顾。个人信息一讲提醒大家不在朋友圈发布老人的照片。加入后一年内学完。',
    learn: ['跌倒后的判断与搬动', '噎食时的腹部冲击法', '成人心肺复苏', '尊重老人的隐私'],
    personnel: ['skilled'],
    courses: ['emergency', 'mental-health', 'personal-information'],
  },
  {
    key: 'security',
    name: '数据安全管理员（四级）技能培训',
    nameEn: 'Data security administrator, level 4',
    category: 'skill-data-security',
    yearsAgo: 1,
    priceFen: 28000,
    period: 'makeUp',
    about:
      '中小单位往往没有专职的数据安全岗位，这门课为兼职管理员准备。内容包括资产盘点、分类分级、权限复核、备份演练四项例行工作，每项给出一张可直接使用的记录表。可补学 {year} 年度学时，合格可以报名技能等级认定。',
    learn: ['盘点数据资产', '完成一次权限复核', '做一次备份恢复演练', '填写事件报告'],
    personnel: ['skilled', 'engineering'],
    courses: ['data-security-law', 'personal-information', 'industry-data'],
  },
  {
    key: 'robot',
    name: '工业机器人系统操作员（四级）技能培训',
    nameEn: 'Industrial robot operator, level 4',
    category: 'skill-robot',
    yearsAgo: 1,
    priceFen: 36000,
    about:
      '从看懂一条工作站的布局开始，学习示教、坐标、节拍和安全联锁。数字化部分讲程序与工艺参数的版本管理，避免“改了谁也不知道”。线下实训由各县区技工学校承担。{year} 年度报名已经结束。',
    learn: ['示教与坐标系', '安全联锁的检查', '程序版本管理', '节拍分析与改进'],
    personnel: ['skilled'],
    courses: ['digital-engineering', 'emergency'],
  },
  {
    key: 'rescue',
    name: '应急救护员普及培训',
    nameEn: 'First responder basics',
    category: 'skill-rescue',
    yearsAgo: 2,
    priceFen: 0,
    about:
      '与市红十字救护培训基地合作的普及班，每个单位推荐两名安全员参加。线上学习理论，线下完成心肺复苏与包扎实操后方可领取救护员证。课程强调先保证自己安全，再施救。{year} 年度报名已经结束。',
    learn: ['现场安全评估', '心肺复苏与除颤', '止血与包扎的原则', '创伤固定与搬运'],
    personnel: [],
    courses: ['emergency'],
  },
])
