//! The code of expressions as it comes, for a machine with two stacks: whether it is well formed.

use super::program::*;

const INTS: usize = 24;
const MASKS: usize = 8;

/// Deepest stacks a piece of code needs, or why it is malformed. Run once, at loading.
pub fn check_code(code: &[Op], masks: bool) -> Result<(usize, usize), String> {
    let (mut ints, mut sets) = (0i32, 0i32);
    let mut deepest = (0, 0);
    let mut at = 0;
    let mut arrive: Vec<Option<(i32, i32)>> = vec![None; code.len() + 1];
    let mut reachable = true;
    while at <= code.len() {
        if let Some((i, s)) = arrive[at] {
            if reachable && (i, s) != (ints, sets) {
                return Err(format!("stacks differ where paths meet, at {at}"));
            }
            (ints, sets) = (i, s);
            reachable = true;
        }
        if at == code.len() {
            break;
        }
        if !reachable {
            return Err(format!("unreachable operation at {at}"));
        }
        let (pops, pushes, mask_pops, mask_pushes) = arity(code[at]);
        ints -= pops;
        sets -= mask_pops;
        if ints < 0 || sets < 0 {
            return Err(format!("stack underflow at {at}"));
        }
        ints += pushes;
        sets += mask_pushes;
        deepest = (deepest.0.max(ints as usize), deepest.1.max(sets as usize));
        if ints as usize > INTS || sets as usize > MASKS {
            return Err(format!("stack overflow at {at}"));
        }
        if let Op::Skip(n) | Op::Else(n) = code[at] {
            let target = at + 1 + n as usize;
            if target > code.len() {
                return Err(format!("jump out of the code at {at}"));
            }
            match arrive[target] {
                Some(other) if other != (ints, sets) => {
                    return Err(format!("stacks differ where paths meet, at {target}"));
                }
                _ => arrive[target] = Some((ints, sets)),
            }
            reachable = !matches!(code[at], Op::Skip(_));
        }
        at += 1;
    }
    let expected = if masks { (0, 1) } else { (1, 0) };
    if (ints, sets) != expected {
        return Err(format!("leaves {ints} integers and {sets} card sets"));
    }
    Ok(deepest)
}

/// Integers popped and pushed, card sets popped and pushed.
pub fn arity(op: Op) -> (i32, i32, i32, i32) {
    use Op::*;
    match op {
        Const(_) | Reg(_) | Pick(_) | Local(_) | Aggregate(_) => (0, 1, 0, 0),
        RegAt(..) | Neg | Not | Table(_) | Attr(_) | Left | Right | Size | Top | Under | Bottom | Where => (1, 1, 0, 0),
        Add | Sub | Mul | Div | Mod | Eq | Ne | Lt | Le | Gt | Ge | And | Or | Min | Max => (2, 1, 0, 0),
        Skip(_) => (0, 0, 0, 0),
        Else(_) => (1, 0, 0, 0),
        Select(n) => (n as i32 + 1, 1, 0, 0),
        MaskConst(_) | MaskPick(_) | MaskFollows | MaskHeads | MaskCalled => (0, 0, 0, 1),
        MaskTable(_) | MaskZone | MaskCard | MaskIf => (1, 0, 0, 1),
        MaskAnd | MaskOr => (0, 0, 2, 1),
        MaskNot | MaskPacked(_) | MaskOpen => (0, 0, 1, 1),
        Count | Sum(_) | Largest(_) | Smallest(_) | First | Value | Pack(_) => (0, 1, 1, 0),
        Contains | Adds(_) => (1, 1, 1, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_code_is_refused() {
        assert!(check_code(&[Op::Const(1)], false).is_ok());
        assert!(check_code(&[Op::Add], false).is_err());
        assert!(check_code(&[Op::Const(1), Op::Const(2)], false).is_err());
        assert!(check_code(&[Op::Const(1), Op::Else(9)], false).is_err());
        let choice = [Op::Reg(0), Op::Else(2), Op::Const(1), Op::Skip(1), Op::Const(2)];
        assert!(check_code(&choice, false).is_ok());
    }
}
