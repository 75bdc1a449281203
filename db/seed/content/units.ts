/** A unit of the demo portal; its people find it by key. */
export interface UnitContent {
  key: string
  /** Key of the unit above; null at the root. */
  parent: string | null
  name: string
  nameEn: string
  creditCode: string
  /** Six digits; the invented city and its districts, 3299xx, stand in no official list. */
  regionCode: string
  /** Code of the dictionary `industry`. */
  industry: string
  contact: string
  phone: string
}

const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]
const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** The nine characters of an organisation code (GB 11714) for a serial of at most eight digits. */
function organisationCode(serial: number): string {
  const digits = String(serial).padStart(8, '0')
  const sum = organisationWeights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return digits + '0X987654321'[sum % 11]
}

/** A unified social credit code (GB 32100): kind (two characters), region (six digits), organisation, check. */
export function creditCode(kind: string, regionCode: string, serial: number): string {
  const first17 = kind + regionCode + organisationCode(serial)
  const sum = creditWeights.reduce(
    (total, weight, i) => total + weight * creditAlphabet.indexOf(first17[i]!),
    0,
  )
  return first17 + creditAlphabet[(31 - (sum % 31)) % 31]
}

/** The regions of the invented city, in Chinese and English, by code; the first holds the others. */
export const regions: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  '329900': ['江海市', 'Jianghai City'],
  '329902': ['临江区', 'Linjiang District'],
  '329903': ['望海区', 'Wanghai District'],
  '329904': ['云湖区', 'Yunhu District'],
  '329921': ['青塘县', 'Qingtang County'],
}

/** Government 11, public institution 12, private non-enterprise 52, company 91. */
type Kind = '11' | '12' | '52' | '91'
type Row = [
  key: string,
  parent: string | null,
  kind: Kind,
  region: string,
  industry: string,
  name: string,
  nameEn: string,
  contact: string,
]

// The tree of invented units; a unit stands after the one above it.
const rows: Row[] = [
  [
    'city',
    null,
    '11',
    '329900',
    'S',
    '江海市人力资源和社会保障局',
    'Jianghai Human Resources Bureau',
    '周慧敏',
  ],
  [
    'linjiang',
    'city',
    '11',
    '329902',
    'S',
    '临江区人力资源和社会保障局',
    'Linjiang District Bureau',
    '陈国栋',
  ],
  ['wanghai', 'city', '11', '329903', 'S', '望海区人力资源和社会保障局', 'Wanghai District Bureau', '林秋月'],
  ['yunhu', 'city', '11', '329904', 'S', '云湖区人力资源和社会保障局', 'Yunhu District Bureau', '赵启明'],
  ['qingtang', 'city', '11', '329921', 'S', '青塘县人力资源和社会保障局', 'Qingtang County Bureau', '何玉兰'],
  ['health', 'city', '11', '329900', 'S', '江海市卫生健康委员会', 'Jianghai Health Commission', '吴志远'],
  ['education', 'city', '11', '329900', 'S', '江海市教育局', 'Jianghai Education Bureau', '郑晓云'],
  ['hospital-1', 'health', '12', '329902', 'Q', '江海市第一人民医院', 'Jianghai First Hospital', '孙文博'],
  ['hospital-2', 'health', '12', '329903', 'Q', '江海市第二人民医院', 'Jianghai Second Hospital', '许静'],
  [
    'cdc',
    'health',
    '12',
    '329900',
    'Q',
    '江海市疾病预防控制中心',
    'Jianghai Disease Control Centre',
    '朱明辉',
  ],
  ['emergency', 'health', '12', '329902', 'Q', '江海市急救中心', 'Jianghai Emergency Centre', '马建军'],
  [
    'hospital-yunhu',
    'yunhu',
    '12',
    '329904',
    'Q',
    '云湖区中医医院',
    'Yunhu Hospital of Chinese Medicine',
    '胡春梅',
  ],
  [
    'clinic-qingtang',
    'qingtang',
    '12',
    '329921',
    'Q',
    '青塘县人民医院',
    'Qingtang County Hospital',
    '郭立新',
  ],
  ['university', 'city', '12', '329904', 'P', '江海大学', 'Jianghai University', '高远'],
  ['school-1', 'education', '12', '329902', 'P', '江海市第一中学', 'Jianghai No. 1 Middle School', '罗雪梅'],
  [
    'school-wanghai',
    'wanghai',
    '12',
    '329903',
    'P',
    '望海区实验小学',
    'Wanghai Experimental School',
    '梁晓燕',
  ],
  ['school-skill', 'education', '12', '329903', 'P', '江海市技师学院', 'Jianghai Technician College', '宋成'],
  [
    'institute-design',
    'city',
    '91',
    '329902',
    'M',
    '江海市建筑设计研究院有限公司',
    'Jianghai Design Institute',
    '谢安',
  ],
  [
    'institute-water',
    'city',
    '12',
    '329904',
    'M',
    '江海市水利规划设计院',
    'Jianghai Water Planning Institute',
    '唐毅',
  ],
  ['bridge', 'linjiang', '91', '329902', 'E', '江海路桥建设有限公司', 'Jianghai Road and Bridge Co.', '韩磊'],
  ['port', 'wanghai', '91', '329903', 'C', '望海海工装备有限公司', 'Wanghai Marine Equipment Co.', '冯涛'],
  ['power', 'city', '91', '329900', 'D', '江海供电服务有限公司', 'Jianghai Power Service Co.', '于洋'],
  ['software', 'yunhu', '91', '329904', 'I', '云湖软件股份有限公司', 'Yunhu Software Co.', '董一凡'],
  ['accounting', 'linjiang', '91', '329902', 'L', '江海正平会计师事务所', 'Zhengping Accountants', '萧然'],
  [
    'farm',
    'qingtang',
    '12',
    '329921',
    'A',
    '青塘县农业技术推广中心',
    'Qingtang Agricultural Extension Centre',
    '程水生',
  ],
  ['care', 'wanghai', '52', '329903', 'Q', '望海区颐和养老服务中心', 'Yihe Elderly Care Centre', '曹桂芳'],
]

/** The units, each after the one above it. */
export const units: UnitContent[] = rows.map(
  ([key, parent, kind, regionCode, industry, name, nameEn, contact], i) => ({
    key,
    parent,
    name,
    nameEn,
    creditCode: creditCode(kind, regionCode, i + 1),
    regionCode,
    industry,
    contact,
    // 0500 is the area code of no city.
    phone: `0500-8600${String(1001 + i)}`,
  }),
)
