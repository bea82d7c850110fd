import { describeContract } from '../src/describe-contract.ts';
import { usePeopledProduct } from '../src/peopled-product.ts';

describeContract(usePeopledProduct({}), 'others');
