/** One entry of a dictionary; the code is stored, the names are shown. */
export interface DictionaryEntry {
  code: string
  name: string
  nameEn: string
}

const entries = (rows: [code: string, name: string, nameEn: string][]): DictionaryEntry[] =>
  rows.map(([code, name, nameEn]) => ({ code, name, nameEn }))

/** The dictionaries of the portal; codes of education, degree, nation and industry follow the national standards. */
export const dictionaries = {
  // GB/T 4658
  education: entries([
    ['10', '研究生', 'Postgraduate'],
    ['20', '大学本科', 'Bachelor programme'],
    ['30', '大学专科', 'Junior college'],
    ['40', '中等职业教育', 'Secondary vocational'],
    ['60', '普通高级中学', 'High school'],
    ['90', '其他', 'Other'],
  ]),
  // GB/T 6864
  degree: entries([
    ['2', '博士', 'Doctor'],
    ['3', '硕士', 'Master'],
    ['4', '学士', 'Bachelor'],
    ['0', '无', 'None'],
  ]),
  titleLevel: entries([
    ['senior', '正高级', 'Senior'],
    ['associate', '副高级', 'Associate senior'],
    ['middle', '中级', 'Middle'],
    ['assistant', '助理级', 'Assistant'],
    ['junior', '员级', 'Junior'],
    ['none', '未取得', 'None yet'],
  ]),
  personnelCategory: entries([
    ['engineering', '工程技术人员', 'Engineering'],
    ['health', '卫生技术人员', 'Health'],
    ['teaching', '教学人员', 'Teaching'],
    ['research', '科学研究人员', 'Research'],
    ['economics', '经济专业人员', 'Economics'],
    ['accounting', '会计审计人员', 'Accounting and audit'],
    ['agriculture', '农业技术人员', 'Agriculture'],
    ['law', '法律专业人员', 'Law'],
    ['culture', '文博图书与出版人员', 'Culture and publishing'],
    ['skilled', '技能人员', 'Skilled workers'],
  ]),
  // GB/T 4754, sections
  industry: entries([
    ['A', '农、林、牧、渔业', 'Agriculture, forestry and fishing'],
    ['B', '采矿业', 'Mining'],
    ['C', '制造业', 'Manufacturing'],
    ['D', '电力、热力、燃气及水生产和供应业', 'Electricity, heat, gas and water'],
    ['E', '建筑业', 'Construction'],
    ['F', '批发和零售业', 'Wholesale and retail'],
    ['G', '交通运输、仓储和邮政业', 'Transport, storage and post'],
    ['H', '住宿和餐饮业', 'Accommodation and food'],
    ['I', '信息传输、软件和信息技术服务业', 'Information and software'],
    ['J', '金融业', 'Finance'],
    ['K', '房地产业', 'Real estate'],
    ['L', '租赁和商务服务业', 'Leasing and business services'],
    ['M', '科学研究和技术服务业', 'Research and technical services'],
    ['N', '水利、环境和公共设施管理业', 'Water, environment and public facilities'],
    ['O', '居民服务、修理和其他服务业', 'Household and repair services'],
    ['P', '教育', 'Education'],
    ['Q', '卫生和社会工作', 'Health and social work'],
    ['R', '文化、体育和娱乐业', 'Culture, sports and entertainment'],
    ['S', '公共管理、社会保障和社会组织', 'Public administration and social organisations'],
    ['T', '国际组织', 'International organisations'],
  ]),
  // GB/T 3304
  nation: entries([
    ['01', '汉族', 'Han'],
    ['02', '蒙古族', 'Mongol'],
    ['03', '回族', 'Hui'],
    ['04', '藏族', 'Zang'],
    ['05', '维吾尔族', 'Uygur'],
    ['06', '苗族', 'Miao'],
    ['07', '彝族', 'Yi'],
    ['08', '壮族', 'Zhuang'],
    ['09', '布依族', 'Buyei'],
    ['10', '朝鲜族', 'Chosen'],
    ['11', '满族', 'Man'],
    ['12', '侗族', 'Dong'],
    ['13', '瑶族', 'Yao'],
    ['14', '白族', 'Bai'],
    ['15', '土家族', 'Tujia'],
    ['16', '哈尼族', 'Hani'],
    ['17', '哈萨克族', 'Kazak'],
    ['18', '傣族', 'Dai'],
    ['19', '黎族', 'Li'],
    ['20', '傈僳族', 'Lisu'],
    ['21', '佤族', 'Va'],
    ['22', '畲族', 'She'],
    ['23', '高山族', 'Gaoshan'],
    ['24', '拉祜族', 'Lahu'],
    ['25', '水族', 'Sui'],
    ['26', '东乡族', 'Dongxiang'],
    ['27', '纳西族', 'Naxi'],
    ['28', '景颇族', 'Jingpo'],
    ['29', '柯尔克孜族', 'Kirgiz'],
    ['30', '土族', 'Tu'],
    ['31', '达斡尔族', 'Daur'],
    ['32', '仫佬族', 'Mulao'],
    ['33', '羌族', 'Qiang'],
    ['34', '布朗族', 'Blang'],
    ['35', '撒拉族', 'Salar'],
    ['36', '毛南族', 'Maonan'],
    ['37', '仡佬族', 'Gelao'],
    ['38', '锡伯族', 'Xibe'],
    ['39', '阿昌族', 'Achang'],
    ['40', '普米族', 'Pumi'],
    ['41', '塔吉克族', 'Tajik'],
    ['42', '怒族', 'Nu'],
    ['43', '乌孜别克族', 'Uzbek'],
    ['44', '俄罗斯族', 'Russ'],
    ['45', '鄂温克族', 'Ewenki'],
    ['46', '德昂族', 'Deang'],
    ['47', '保安族', 'Bonan'],
    ['48', '裕固族', 'Yugur'],
    ['49', '京族', 'Gin'],
    ['50', '塔塔尔族', 'Tatar'],
    ['51', '独龙族', 'Derung'],
    ['52', '鄂伦春族', 'Oroqen'],
    ['53', '赫哲族', 'Hezhen'],
    ['54', '门巴族', 'Monba'],
    ['55', '珞巴族', 'Lhoba'],
    ['56', '基诺族', 'Jino'],
  ]),
} as const satisfies Record<string, DictionaryEntry[]>

/** Name of a dictionary. */
export type DictionaryName = keyof typeof dictionaries

/** The Chinese name behind a code; refuses a code the dictionary does not hold. */
export function dictionaryName(dictionary: DictionaryName, code: string): string {
  const entry = dictionaries[dictionary].find((candidate) => candidate.code === code)
  if (!entry) throw new Error(`No ${code} in the dictionary ${dictionary}`)
  return entry.name
}
