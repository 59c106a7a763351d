import type { InEachLanguage } from '../../language/languages.ts';
import { type DoctorWords, doctorWords as english } from './en.ts';
import { doctorWords as chinese } from './zh-cn.ts';

export const doctorWords: InEachLanguage<DoctorWords> = { 'en-US': english, 'zh-CN': chinese };
