// Package fairness divides amounts fairly among siblings, exactly, and says how equal shares are.
package fairness

// Jain is Jain's index of the numbers: 1 if all are the same, 1/n if all but one are
// 0. Of none, and of zeros, it is 1.
func Jain(values []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += v
		squares += v * v
	}
	if squares == 0 {
		return 1
	}
	return sum * sum / (float64(len(values)) * squares)
}
