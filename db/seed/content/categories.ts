/** The four class types; what a portal shows of them is a setting. */
export type ClassType = 'public' | 'specialized' | 'professional' | 'vocational'

/** A node of the class category tree: a base category has no parent, a major one stands below it. */
export interface ClassCategory {
  key: string
  parent: string | null
  type: ClassType
  kind: 'base' | 'major' | 'skill'
  name: string
  nameEn: string
}

type Names = [key: string, name: string, nameEn: string]

function branch(type: ClassType, base: Names, majors: Names[]): ClassCategory[] {
  const [root, name, nameEn] = base
  const skill = type === 'vocational'
  return [
    { key: root, parent: null, type, kind: skill ? 'skill' : 'base', name, nameEn },
    ...majors.map(
      ([key, majorName, majorNameEn]): ClassCategory => ({
        key,
        parent: root,
        type,
        kind: skill ? 'skill' : 'major',
        name: majorName,
        nameEn: majorNameEn,
      }),
    ),
  ]
}

/** The class categories, each after its parent, in the order they are shown. */
export const classCategories: ClassCategory[] = [
  ...branch(
    'public',
    ['law', '法律法规', 'Law'],
    [
      ['law-data', '数据与网络安全', 'Data and network security'],
      ['law-ip', '知识产权', 'Intellectual property'],
    ],
  ),
  ...branch(
    'public',
    ['ethics', '职业道德', 'Professional ethics'],
    [
      ['ethics-integrity', '职业操守与诚信', 'Conduct and integrity'],
      ['ethics-mind', '心理健康', 'Mental health'],
    ],
  ),
  ...branch(
    'public',
    ['digital', '数字素养', 'Digital literacy'],
    [
      ['digital-ai', '人工智能', 'Artificial intelligence'],
      ['digital-office', '数字化工作', 'Digital work'],
    ],
  ),
  ...branch(
    'public',
    ['innovation', '创新能力', 'Innovation'],
    [
      ['innovation-method', '创新方法', 'Innovation methods'],
      ['innovation-green', '绿色低碳', 'Green and low-carbon'],
    ],
  ),
  ...branch(
    'public',
    ['safety', '安全与应急', 'Safety and emergency'],
    [
      ['safety-aid', '现场急救', 'First aid'],
      ['safety-event', '突发事件应对', 'Emergency response'],
    ],
  ),
  ...branch(
    'specialized',
    ['civil', '土木建筑', 'Civil engineering'],
    [
      ['civil-structure', '结构与桥梁', 'Structures and bridges'],
      ['civil-bim', '建筑设计与信息模型', 'Building design and BIM'],
      ['civil-municipal', '市政与水利', 'Municipal and water works'],
    ],
  ),
  ...branch(
    'specialized',
    ['health', '卫生健康', 'Health'],
    [
      ['health-clinical', '临床医学', 'Clinical medicine'],
      ['health-nursing', '护理', 'Nursing'],
      ['health-public', '公共卫生', 'Public health'],
    ],
  ),
  ...branch(
    'specialized',
    ['education', '教育教学', 'Education'],
    [
      ['education-basic', '基础教育', 'Basic education'],
      ['education-vocational', '职业教育', 'Vocational education'],
    ],
  ),
  ...branch(
    'specialized',
    ['it', '信息技术', 'Information technology'],
    [
      ['it-security', '网络与数据安全', 'Network and data security'],
      ['it-software', '软件与人工智能', 'Software and AI'],
    ],
  ),
  ...branch(
    'specialized',
    ['machine', '机械电子', 'Machinery and electronics'],
    [
      ['machine-manufacture', '智能制造', 'Smart manufacturing'],
      ['machine-electric', '电气与自动化', 'Electrical and automation'],
    ],
  ),
  ...branch(
    'specialized',
    ['finance', '财务会计', 'Finance and accounting'],
    [
      ['finance-accounting', '会计', 'Accounting'],
      ['finance-audit', '审计与内控', 'Audit and internal control'],
    ],
  ),
  ...branch(
    'specialized',
    ['agriculture', '农业科技', 'Agriculture'],
    [['agriculture-smart', '智慧农业', 'Smart agriculture']],
  ),
  ...branch(
    'professional',
    ['trade-construction', '住房城乡建设', 'Housing and construction'],
    [
      ['trade-design', '勘察设计', 'Survey and design'],
      ['trade-site', '施工与监理', 'Construction and supervision'],
    ],
  ),
  ...branch(
    'professional',
    ['trade-transport', '交通运输', 'Transport'],
    [['trade-road', '公路与桥梁养护', 'Road and bridge maintenance']],
  ),
  ...branch(
    'professional',
    ['trade-medical', '医疗机构', 'Medical institutions'],
    [['trade-hospital', '医院管理与质控', 'Hospital management']],
  ),
  ...branch(
    'professional',
    ['trade-energy', '能源环保', 'Energy and environment'],
    [['trade-power', '电力与节能', 'Power and energy saving']],
  ),
  ...branch(
    'vocational',
    ['skill-digital', '数字技能', 'Digital skills'],
    [
      ['skill-ai-trainer', '人工智能训练师', 'AI trainer'],
      ['skill-data-security', '数据安全管理员', 'Data security administrator'],
    ],
  ),
  ...branch(
    'vocational',
    ['skill-green', '绿色技能', 'Green skills'],
    [['skill-carbon', '碳排放管理员', 'Carbon emission administrator']],
  ),
  ...branch(
    'vocational',
    ['skill-service', '生活服务', 'Care and service'],
    [
      ['skill-care', '养老护理员', 'Elderly care worker'],
      ['skill-rescue', '应急救护员', 'First responder'],
    ],
  ),
  ...branch(
    'vocational',
    ['skill-make', '制造技能', 'Manufacturing skills'],
    [['skill-robot', '工业机器人系统操作员', 'Industrial robot operator']],
  ),
]

/** The keys from a base category down to the given one; refuses an unknown key. */
export function categoryPath(key: string): string[] {
  const category = classCategories.find((candidate) => candidate.key === key)
  if (!category) throw new Error(`No class category ${key}`)
  return category.parent ? [...categoryPath(category.parent), key] : [key]
}
